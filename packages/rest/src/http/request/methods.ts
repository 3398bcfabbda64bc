/**
 * An HTTP method: any token of RFC 9110, case-sensitive (9.1) and sent exactly as given. The common ones
 * are listed for completion in editors.
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

/** The method GET. Requests take the text `'GET'` as well. */
export const Get = 'GET'
/** The method POST. */
export const Post = 'POST'
/** The method PUT. */
export const Put = 'PUT'
/** The method PATCH. */
export const Patch = 'PATCH'
/** The method DELETE. */
export const Delete = 'DELETE'
/** The method HEAD. */
export const Head = 'HEAD'
/** The method OPTIONS. */
export const Options = 'OPTIONS'

/**
 * Methods that only read (RFC 9110, 9.2.1). After a reset of a kept connection the client sends them
 * again without being asked to; it never does so with others.
 */
export const REPLAYED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Methods whose second request has no further effect (RFC 9110, 9.2.2): what `retry` repeats by
 * default. QUERY is safe by its definition; TRACE is never sent.
 */
export const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'QUERY',
])
