/**
 * Headers of a response: lower-case name to the list of its lines, in the order of arrival. The object has
 * no prototype, so every property of it is a header, even one named `constructor`.
 *
 * @example response.headers['set-cookie'] // ['a=1; Path=/', 'b=2']
 */
export type HeaderLists = Readonly<Record<string, readonly string[]>>

/** Headers as a transport delivers them: a single line as text, repeated lines as a list. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Converts headers as a transport delivers them: every header becomes a list. */
export function toHeaderLists(raw: RawHeaders): HeaderLists {
  const lists: Record<string, readonly string[]> = Object.create(null)
  for (const name of Object.keys(raw)) {
    const value = raw[name]
    if (value !== undefined) lists[name] = typeof value === 'string' ? [value] : value
  }
  return lists
}

/** Anything with header lists, such as a response of this package, streamed or not. */
export interface WithHeaders {
  readonly headers: HeaderLists
}

/**
 * Returns the first line of a header, or undefined if there is none. The case of the name does not matter.
 *
 * @example header(response, 'Content-Type') // 'application/json'
 */
export function header(response: WithHeaders, name: string): string | undefined {
  return response.headers[name.toLowerCase()]?.[0]
}

/**
 * Returns all lines of a header, or an empty list if there is none. The case of the name does not matter.
 * Lines are not split at commas.
 *
 * @example headerAll(response, 'Set-Cookie') // ['a=1', 'b=2']
 */
export function headerAll(response: WithHeaders, name: string): readonly string[] {
  return response.headers[name.toLowerCase()] ?? []
}
