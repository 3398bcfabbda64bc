export { type RefreshedCredentialOptions, refreshedCredential } from './refreshed-credential.ts'

/**
 * Returns the value of an `authorization` header for a bearer token (RFC 6750).
 *
 * @example { headers: { authorization: bearer(process.env.API_KEY ?? '') } }
 */
export function bearer(token: string): string {
  return `Bearer ${token}`
}

/**
 * Returns the value of an `authorization` header for HTTP Basic (RFC 7617), encoded as UTF-8.
 *
 * @throws TypeError if the user name contains a colon, which the scheme cannot express.
 * @example { headers: { authorization: basic('user', 'password') } }
 */
export function basic(user: string, password: string): string {
  if (user.includes(':')) throw new TypeError('a user name for HTTP Basic must not contain a colon')
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
