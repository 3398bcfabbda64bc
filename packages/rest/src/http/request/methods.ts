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
