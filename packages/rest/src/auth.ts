/**
 * The value of an `authorization` header for a bearer token (RFC 6750). Only formats: the library
 * adds no credentials by itself.
 *
 * @example { headers: { authorization: bearer(process.env.API_KEY ?? '') } }
 */
export function bearer(token: string): string {
  return `Bearer ${token}`
}

/**
 * The value of an `authorization` header for HTTP Basic (RFC 7617), as UTF-8.
 *
 * @throws TypeError when the user name holds a colon, which the scheme cannot express.
 * @example { headers: { authorization: basic('user', 'password') } }
 */
export function basic(user: string, password: string): string {
  if (user.includes(':')) throw new TypeError('a user name for HTTP Basic must not hold a colon')
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
