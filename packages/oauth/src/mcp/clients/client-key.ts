/** Public keys of clients as JSON Web Keys (RFC 7517), for applications that take them in. */
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { explain } from '../../shared/explain.ts'
import { ASSERTION_ALGORITHMS } from '../client.ts'
import { algorithmOf, problemOfKeys } from '../key-rules.ts'

/** A public key that a client signs its assertions with. */
export interface ClientKey {
  /** Its thumbprint (RFC 7638): the same for the same key, whatever it is called. */
  readonly id: string
  /** The name that the client has given to it, to choose it by. */
  readonly kid: string | undefined
  /** What assertions by it are signed with. */
  readonly algorithm: (typeof ASSERTION_ALGORITHMS)[number]
  /** The key without members that are not needed. */
  readonly jwk: Readonly<Record<string, string>>
}

/** Texts of other characters could decode to a key as well, and not be stored. */
const BASE64URL = /^[\w-]+$/

/** Characters of a `kid`: names of cloud services are URLs. */
const KID = /^[\x21-\x7E]{1,200}$/

/**
 * Reads a public key with which this server is to verify assertions of a client, as `onResolveMCPClient` names them. Unknown members are
 * ignored (RFC 7517, section 4).
 *
 * @returns a text that says what is wrong with the key
 * @example
 * const key = await readClientKey({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })
 */
export async function readClientKey(
  value: Readonly<Record<string, unknown>>,
): Promise<ClientKey | string> {
  const algorithm = algorithmOf(value)
  const problem = problemOfKeys([value]) ?? problemOfUse(value, algorithm)
  if (algorithm === undefined || problem !== undefined) return problem ?? WRONG_KIND
  const members = MEMBERS[algorithm].map((name) => [name, value[name]] as const)
  const bad = members.find(([, text]) => typeof text !== 'string' || !BASE64URL.test(text))
  if (bad !== undefined) return `must have ${bad[0]} in base64url`
  const kid = value.kid === undefined ? {} : { kid: value.kid }
  const jwk = Object.fromEntries([...members, ...Object.entries(kid)]) as Record<string, string>
  try {
    await importJWK(jwk as JWK, algorithm)
  } catch (error) {
    return `is not a key of ${value.kty}: ${explain(error).message}`
  }
  return await nameClientKey(jwk)
}

/**
 * The id and the algorithm of a key that {@link readClientKey} has returned before. It is not imported, and so not checked again.
 *
 * @throws TypeError for a key of another kind
 * @example
 * const keys = await Promise.all(stored.map(nameClientKey))
 */
export async function nameClientKey(jwk: ClientKey['jwk']): Promise<ClientKey> {
  const algorithm = algorithmOf(jwk)
  if (algorithm === undefined) throw new TypeError(`the key ${WRONG_KIND}`)
  return { id: await calculateJwkThumbprint(jwk as JWK), kid: jwk.kid, algorithm, jwk }
}

/** The text begins like those of the settings: the name of the setting goes before it. */
const WRONG_KIND = 'must be a public key of Ed25519, P-256 or RSA'

/** Members of the keys of an algorithm (RFC 7518, section 6; RFC 8037, section 2). */
const MEMBERS: Readonly<Record<(typeof ASSERTION_ALGORITHMS)[number], readonly string[]>> = {
  EdDSA: ['kty', 'crv', 'x'],
  ES256: ['kty', 'crv', 'x', 'y'],
  RS256: ['kty', 'n', 'e'],
}

function problemOfUse(
  { kid, use, alg, key_ops: operations }: Readonly<Record<string, unknown>>,
  algorithm: string | undefined,
): string | undefined {
  if (algorithm === undefined) return WRONG_KIND
  if (kid !== undefined && !(typeof kid === 'string' && KID.test(kid))) {
    return 'must have a kid of 1 to 200 printable ASCII characters without spaces, or none'
  }
  if (use !== undefined && use !== 'sig') return 'must have the use "sig", or none'
  const names = algorithm === 'EdDSA' ? ['EdDSA', 'Ed25519'] : [algorithm]
  if (alg !== undefined && !names.includes(alg as string)) {
    return `must have the alg ${names.join(' or ')}, or none: assertions are signed with ${ASSERTION_ALGORITHMS.join(', ')}`
  }
  const verifies = Array.isArray(operations) && operations.includes('verify')
  return operations === undefined || verifies ? undefined : 'must have "verify" in key_ops, or none'
}
