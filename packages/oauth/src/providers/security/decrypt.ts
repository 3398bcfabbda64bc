/** Tokens that the provider has encrypted for this application (JWE, RFC 7516). */
import * as jose from 'jose'
import { OAuthError } from '../../shared/errors.ts'
import { nameOf, type PrivateKey } from './private-key.ts'
import type { Security } from './read-security.ts'

/** Algorithms of RFC 7518, section 5.1: all of them authenticate the content. */
const CONTENT_ENCRYPTIONS = [
  ...['A128GCM', 'A192GCM', 'A256GCM'],
  ...['A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512'],
]

/** Whether a text has the five parts of a JWE in its compact form. */
export function isEncrypted(token: string): boolean {
  return token.split('.').length === 5
}

/**
 * Decrypts a token, if it is encrypted. Whoever knows the public key can encrypt: what is inside is verified like any other token.
 *
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` if no key of the settings decrypts it, or by an algorithm that is not allowed
 */
export async function decryptToken(
  { decryptionKeys }: Pick<Security, 'decryptionKeys'>,
  token: string,
): Promise<string> {
  if (!isEncrypted(token)) return token
  const { alg = '', kid } = readHeader(token)
  if (decryptionKeys.length === 0) throw refused('set decryptionKeys')
  const fitting = decryptionKeys.filter(({ algorithms }) => algorithms.includes(alg))
  if (fitting.length === 0) {
    const allowed = [...new Set(decryptionKeys.flatMap(({ algorithms }) => algorithms))]
    throw refused(`its algorithm (alg) is none of ${allowed.join(', ')}`)
  }
  for (const { key, algorithms } of await keysNamed(kid, fitting)) {
    try {
      const { plaintext } = await jose.compactDecrypt(token, key, {
        keyManagementAlgorithms: [...algorithms],
        contentEncryptionAlgorithms: CONTENT_ENCRYPTIONS,
      })
      return new TextDecoder().decode(plaintext)
    } catch (error) {
      if (error instanceof jose.errors.JOSEAlgNotAllowed) {
        throw refused('its content is encrypted by an algorithm (enc) that is not allowed')
      }
    }
  }
  throw refused('none of the decryptionKeys decrypts it')
}

function readHeader(token: string): jose.ProtectedHeaderParameters {
  try {
    return jose.decodeProtectedHeader(token)
  } catch {
    throw refused('its header cannot be read')
  }
}

/** The keys of a name; for a name that nobody has given to one, those without a name. */
async function keysNamed(
  kid: string | undefined,
  keys: readonly PrivateKey[],
): Promise<readonly PrivateKey[]> {
  if (kid === undefined) return keys
  const names = await Promise.all(keys.map(nameOf))
  const named = keys.filter((_, index) => names[index] === kid)
  return named.length > 0 ? named : keys.filter((key) => key.kid === undefined)
}

function refused(reason: string): OAuthError {
  return new OAuthError('OAUTH_PROVIDER_REFUSED', `The token is encrypted: ${reason}.`)
}
