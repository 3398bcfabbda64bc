/** Encrypted tokens in answers of a provider, decrypted before the protocol library reads the answer. */

import { OAuthError } from '../../shared/errors.ts'
import { verifyToken } from '../connection/keys.ts'
import type { Metadata } from '../connection/metadata.ts'
import { CLOCK_TOLERANCE, type Provider } from '../provider.ts'
import { decryptToken, isEncrypted } from '../security/decrypt.ts'
import { ID_TOKEN_ALGORITHMS } from '../security/read-security.ts'

/** A JWS in its compact form. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * The answer of a token endpoint with the ID token decrypted. What was inside is verified later, as if it had come like that.
 *
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` if the ID token cannot be decrypted, or is not encrypted although it should be (OpenID Connect
 * Core 1.0, section 3.1.3.7, step 1)
 */
export async function openTokenAnswer({ config }: Provider, answer: Response): Promise<Response> {
  if (answer.status !== 200) return answer
  const text = await answer.text()
  const body = parse(text)
  const { id_token: token } = body ?? {}
  if (typeof token !== 'string') return new Response(text, answer)
  if (!isEncrypted(token) && !config.security.acceptsUnencrypted) {
    throw refused('The ID token is not encrypted, although decryptionKeys are set')
  }
  const idToken = await decryptToken(config.security, token)
  if (isEncrypted(token) && !SIGNED.test(idToken)) {
    throw refused('The token inside the encrypted ID token is not a signed one')
  }
  return new Response(JSON.stringify({ ...body, id_token: idToken }), answer)
}

/**
 * The answer of a userinfo endpoint as JSON. A signed answer is verified (OpenID Connect Core 1.0, section 5.3.2).
 *
 * @throws when it cannot be decrypted or verified, or is for another client
 */
export async function openUserInfo(
  provider: Provider,
  metadata: Metadata,
  answer: Response,
  issuer: string,
): Promise<Response> {
  const type = answer.headers.get('content-type') ?? ''
  if (!/^application\/jwt\b/i.test(type)) return answer
  const { config } = provider
  const text = await decryptToken(config.security, (await answer.text()).trim())
  if (text.startsWith('{')) return Response.json(parse(text))
  const { payload } = await verifyToken(provider.keysOf(metadata), text, {
    algorithms: [...(config.security.idTokenAlgorithms ?? ID_TOKEN_ALGORITHMS)],
    clockTolerance: CLOCK_TOLERANCE,
  })
  const { iss = issuer, aud = config.clientId } = payload
  if (iss !== issuer || ![aud].flat().includes(config.clientId)) {
    throw refused('The user information is of another issuer or for another client (iss, aud)')
  }
  return Response.json(payload)
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function refused(reason: string): OAuthError {
  return new OAuthError('OAUTH_PROVIDER_REFUSED', `${reason}.`)
}
