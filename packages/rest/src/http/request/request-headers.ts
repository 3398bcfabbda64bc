import { InvalidRequestError } from '../errors/request-errors.ts'

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const UNSAFE_VALUE = /[^\t\x20-\x7e\x80-\xff]/
const CONNECTION_VALUE = /^(close|keep-alive)$/i

/**
 * Header fields of the connection. The transport writes them itself. A caller's value would be ignored at
 * best, and at worst split one request into two (request smuggling).
 */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
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
  return TOKEN.test(text)
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
  if (!TOKEN.test(name)) {
    throw new InvalidRequestError('a header name is not a valid token (RFC 9110, 5.1)', {
      field: 'headers',
    })
  }
  if (CONNECTION_HEADERS.has(lower))
    throw invalidHeader(lower, 'cannot be set: the transport writes it')
}

function checkHeaderValue(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw invalidHeader(name, 'must be a string')
  if (UNSAFE_VALUE.test(value)) {
    throw invalidHeader(
      name,
      'contains a character that is not allowed in a header (RFC 9110, 5.5)',
    )
  }
  if (name === 'connection' && !CONNECTION_VALUE.test(value)) {
    throw invalidHeader(name, "must be 'close' or 'keep-alive'")
  }
}

function invalidHeader(name: string, problem: string): InvalidRequestError {
  return new InvalidRequestError(`header ${name} ${problem}`, { field: `headers.${name}` })
}
