/**
 * An HTTP method: the registered ones by name, any other RFC 9110 token as plain text.
 * Methods are case-sensitive (RFC 9110, 9.1) and are sent exactly as given.
 *
 * @example const method: Method = 'PROPFIND'
 */
export type Method =
  | 'GET'
  | 'HEAD'
  | 'POST'
  | 'PUT'
  | 'PATCH'
  | 'DELETE'
  | 'OPTIONS'
  | 'QUERY'
  | (string & {})

/** `rest.Get`, the seed's constant for GET. `'GET'` is accepted just as well. */
export const Get = 'GET'
/** `rest.Post`, the seed's constant for POST. */
export const Post = 'POST'
/** `rest.Put`, for PUT. */
export const Put = 'PUT'
/** `rest.Patch`, for PATCH. */
export const Patch = 'PATCH'
/** `rest.Delete`, for DELETE. */
export const Delete = 'DELETE'
/** `rest.Head`, for HEAD. */
export const Head = 'HEAD'
/** `rest.Options`, for OPTIONS. */
export const Options = 'OPTIONS'

/**
 * Methods that only read (RFC 9110, 9.2.1). After a reset of a kept connection the client sends them
 * again without being asked to; it never does so with others.
 */
export const replayedMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Methods whose second request has no further effect (RFC 9110, 9.2.2): what `retry` repeats by
 * default. QUERY is safe by its definition; TRACE is never sent.
 */
export const idempotentMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'QUERY',
])
