/** Reads tokens before they are verified: to find who would have signed them. Pure. */
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'

/** The most characters of an assertion. Those with many groups have several thousand. */
const MAX_LENGTH = 16_384

/** The most bytes of `iss`, `sub` and `jti`. */
const MAX_ID = 1_024

/** A token whose signature is not verified. */
export interface UnverifiedToken {
  /** `typ` of the header, in lower case and without `application/`; empty for none. */
  readonly typ: string
  readonly kid: string | undefined
  readonly iss: string
  readonly sub: string
  readonly claims: JWTPayload
}

/** The parts of a token that say who has issued it; undefined for a text that is no signed JWT with an issuer and a subject. */
export function readUnverified(text: string): UnverifiedToken | undefined {
  if (text.length > MAX_LENGTH) return undefined
  try {
    const { typ = '', kid } = decodeProtectedHeader(text)
    const claims = decodeJwt(text)
    const { iss, sub } = claims
    if (!isId(iss) || !isId(sub) || typeof typ !== 'string') return undefined
    return { typ: typ.toLowerCase().replace(/^application\//, ''), kid, iss, sub, claims }
  } catch {
    return undefined
  }
}

/** Whether a claim is an id that can be compared, stored and written into a log. */
export function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_ID &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  )
}

/** The type of assertions about people (draft-ietf-oauth-identity-assertion-authz-grant, section 3). */
export const ID_JAG = 'oauth-id-jag+jwt'
