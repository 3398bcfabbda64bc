import { type CryptoKey, SignJWT } from 'jose'

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What an assertion may be changed in: claims (undefined leaves one out) and the algorithm. */
export interface AssertionOptions {
  readonly claims?: Record<string, unknown>
  readonly alg?: string
  /** The type in the header. */
  readonly typ?: string
}

/** Parameters of a client that authenticates as the official SDK does (RFC 7523): 300 seconds, for `audience`. */
export async function signAssertion(
  privateKey: CryptoKey,
  clientId: string,
  audience: string,
  { claims = {}, alg = 'EdDSA', typ }: AssertionOptions = {},
) {
  const now = Math.floor(Date.now() / 1_000)
  const all = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 300,
    ...claims,
  }
  const token = await new SignJWT(all)
    .setProtectedHeader({ alg, ...(typ && { typ }) })
    .sign(privateKey)
  return asAssertion(token)
}

/** Parameters that carry an assertion, be it one or not. */
export function asAssertion(token: string) {
  return { client_assertion_type: JWT_BEARER, client_assertion: token }
}
