import { InvalidRequestError } from './errors/request-errors.ts'

/**
 * Headers of a response: lower-case name to the list of its lines, in the order of arrival. The object has
 * no prototype, so every property of it is a header, even one named `constructor`.
 *
 * @example response.headers['set-cookie'] // ['a=1; Path=/', 'b=2']
 */
export type HeaderLists = Readonly<Record<string, readonly string[]>>

/** Headers as a transport delivers them: a single line as text, repeated lines as a list. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const unsafeValue = /[^\t\x20-\x7e\x80-\xff]/
const connectionValue = /^(close|keep-alive)$/i

/**
 * Header fields of the connection. The transport writes them itself. A caller's value would be ignored at
 * best, and at worst split one request into two (request smuggling).
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  '__proto__',
])

/** True for a token of RFC 9110 (5.6.2): the form of a method and of a header name. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/**
 * Checks names and values and returns them under lower-case names.
 *
 * @throws InvalidRequestError for a name that is not a token, a value with CR, LF, NUL or any other control
 *   or non-Latin-1 character, two names that differ only in case, and fields of the connection
 *   (`transfer-encoding`, `upgrade`, ...).
 * @example normalizeHeaders({ 'X-Tag': 'a' }) // { 'x-tag': 'a' }
 */
export function normalizeHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  // A `Headers` or a `Map` has no own properties: its headers would silently not be sent.
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw new InvalidRequestError('headers must be a plain object of names and values', {
      field: 'headers',
    })
  }
  const normalized: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    const value = headers[name]
    checkHeaderName(name, lower)
    checkHeaderValue(lower, value)
    if (Object.hasOwn(normalized, lower)) {
      throw invalidHeader(lower, 'is given twice with different case')
    }
    normalized[lower] = value
  }
  return normalized
}

function checkHeaderName(name: string, lower: string): void {
  if (!token.test(name)) {
    throw new InvalidRequestError('a header name is not a valid token (RFC 9110, 5.1)', {
      field: 'headers',
    })
  }
  if (connectionHeaders.has(lower))
    throw invalidHeader(lower, 'cannot be set: the transport writes it')
}

function checkHeaderValue(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw invalidHeader(name, 'must be a string')
  if (unsafeValue.test(value)) {
    throw invalidHeader(
      name,
      'contains a character that is not allowed in a header (RFC 9110, 5.5)',
    )
  }
  if (name === 'connection' && !connectionValue.test(value)) {
    throw invalidHeader(name, "must be 'close' or 'keep-alive'")
  }
}

function invalidHeader(name: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(`header ${name} ${problem}`, { field: `headers.${name}` })
}

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
