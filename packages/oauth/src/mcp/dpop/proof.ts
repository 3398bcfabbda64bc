/** Verifies DPoP proofs (RFC 9449, section 4.3), without their single use and their nonce. */
import { hash } from 'node:crypto'
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  EmbeddedJWK,
  errors,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { problemOfKeys } from '../key-rules.ts'

/** Algorithms that proofs may be signed with; `Ed25519` (RFC 9864) is the newer name of `EdDSA`. */
export const PROOF_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'] as const

/** Seconds by which `iat` may differ from the time of this server, in both directions, as the profile of DPoP for MCP says. */
export const MAX_OFFSET = 300

/** The most characters of a proof, and of its `jti`. */
const MAX_LENGTH = 8_192
const MAX_JTI = 256

/** What a proof must be for. */
export interface ProofTarget {
  readonly method: string
  /** The URL of the request, as the client knows it. Its query does not count. */
  readonly url: string
  /** The access token that the proof comes with; undefined at the token endpoint. */
  readonly accessToken?: string | undefined
}

/** A verified proof. It counts only if it was not used before. */
export interface Proof {
  /** The thumbprint of its key (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly nonce: unknown
}

/**
 * Verifies a proof.
 *
 * @param now milliseconds since 1970
 * @returns what is wrong with it, as the end of a sentence, if it does not prove anything
 */
export async function verifyProof(
  text: string,
  target: ProofTarget,
  now: number,
): Promise<Proof | string> {
  if (text.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`
  try {
    const { jwk = {} } = decodeProtectedHeader(text) as { jwk?: JWK }
    const problemOfKey = problemOfKeys([{ ...jwk }])
    if (problemOfKey !== undefined) return `jwk ${problemOfKey}`
    const options = {
      algorithms: [...PROOF_ALGORITHMS],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
    }
    const { payload } = await jwtVerify(text, EmbeddedJWK, options)
    const { jti, iat, nonce } = payload
    if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI) return 'jti'
    if (typeof iat !== 'number' || Math.abs(now / 1_000 - iat) > MAX_OFFSET) {
      return `iat must be within ${MAX_OFFSET} seconds of the time of this server`
    }
    const problem = problemOfTarget(payload, target)
    return problem ?? { jkt: await calculateJwkThumbprint(jwk), jti, iat, nonce }
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return error.claim
    if (error instanceof errors.JOSEError) return error.code
    // Malformed tokens and keys: jose and the Web Cryptography API throw errors of these kinds.
    if (error instanceof TypeError || error instanceof DOMException) return 'it is malformed'
    throw error
  }
}

function problemOfTarget(
  { htm, htu, ath }: JWTPayload,
  { method, url, accessToken }: ProofTarget,
): string | undefined {
  if (htm !== method) return 'htm is not the method of the request'
  const expected = normalizeUrl(url)
  if (expected === undefined || typeof htu !== 'string' || normalizeUrl(htu) !== expected) {
    return 'htu is not the URL of the request'
  }
  if (accessToken === undefined) return undefined
  return ath === hash('sha256', accessToken, 'base64url')
    ? undefined
    : 'ath is not the hash of the access token'
}

/**
 * A URL without query and fragment, in the normal form of RFC 3986, section 6.2.2: spellings of one URL become the same text.
 * Undefined for what is no URL, or names a user.
 */
export function normalizeUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const path = url.pathname.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
  return `${url.origin}${path}`
}
