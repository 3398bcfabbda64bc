/** Verifies assertions of other issuers (RFC 7523, section 3; RFC 8725). */
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { explain } from '../../../shared/explain.ts'
import { checkedKeys, UnfitKeyError, verifyWithSet } from '../key-set.ts'

/** Seconds by which the clock of an issuer may differ. */
export const CLOCK_TOLERANCE = 30

/** What an assertion must be. */
export interface Expected {
  readonly issuer: string
  /** One of these, and no other besides. */
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  readonly requiredClaims: readonly string[]
  /** The most seconds from now until it expires. */
  readonly maxLifetime: number
}

/** Claims of an assertion that was verified. */
export type VerifiedClaims = JWTPayload & { readonly exp: number }

/**
 * Verifies signature, issuer, audience and times.
 *
 * @returns a text that says what is wrong with the assertion
 */
export async function verifyClaims(
  assertion: string,
  keys: JWTVerifyGetKey,
  { issuer, audiences, algorithms, requiredClaims, maxLifetime }: Expected,
): Promise<VerifiedClaims | string> {
  try {
    const { payload } = await verifyWithSet(keys, async (getKey) =>
      jwtVerify(assertion, checkedKeys(getKey, 'issuer'), {
        issuer,
        audience: [...audiences],
        algorithms: algorithms.flatMap((one) => (one === 'EdDSA' ? ['EdDSA', 'Ed25519'] : [one])),
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', ...requiredClaims],
      }),
    )
    const { exp = 0, iat } = payload
    const now = Math.floor(Date.now() / 1_000)
    // Another server in the audience could use the assertion here.
    if ([payload.aud].flat().length !== 1) return 'aud must name this server alone'
    if (exp > now + maxLifetime + CLOCK_TOLERANCE) {
      return `it may be valid for ${maxLifetime} seconds at most`
    }
    if (iat !== undefined && iat > now + CLOCK_TOLERANCE) return 'iat is in the future'
    return { ...payload, exp }
  } catch (error) {
    const { claim, code } = explain(error)
    if (error instanceof errors.JOSEError) return String(claim ?? code)
    return error instanceof UnfitKeyError ? error.message : 'it cannot be verified'
  }
}
