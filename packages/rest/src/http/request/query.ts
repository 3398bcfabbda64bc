import { InvalidRequestError } from '../errors/request-errors.ts'

/**
 * Query parameters by name. A list repeats its name, once for each entry, in the order of the list.
 *
 * @example const queryParams: QueryParams = { tag: ['new', 'sale'], page: '2' }
 */
export type QueryParams = Readonly<Record<string, string | readonly string[]>>

const UNRESERVED = /^[A-Za-z0-9\-_.~]*$/
const RESERVED_BUT_KEPT = /[!'()*]/g
const SURROGATES_AND_ABOVE = /[\ud800-\uffff]/

/**
 * Percent-encodes one name or value exactly as Go's `url.QueryEscape`: `A-Z a-z 0-9 - _ . ~` are kept, and a
 * space becomes `+`.
 *
 * @throws InvalidRequestError for text with a lone surrogate, which is not well-formed Unicode.
 * @example encodeQueryComponent('a b&c') // 'a+b%26c'
 */
export function encodeQueryComponent(text: string): string {
  if (UNRESERVED.test(text)) return text
  if (!text.isWellFormed()) {
    throw new InvalidRequestError(
      'a query parameter contains a lone surrogate, which is not well-formed Unicode',
      {
        field: 'queryParams',
      },
    )
  }
  return encodeURIComponent(text)
    .replace(RESERVED_BUT_KEPT, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/**
 * Encodes parameters as `name=value` pairs joined by `&`. They are sorted by the bytes of the name, so equal
 * parameters always give equal text, as caches and signatures need it. A list repeats its name, in the
 * order of the list. There is no nesting and there are no brackets.
 *
 * @throws InvalidRequestError if `params` is not a plain object, or if a value is neither a string nor a list
 *   of strings.
 * @example encodeQuery({ b: ['2', '1'], a: 'x y' }) // 'a=x+y&b=2&b=1'
 */
export function encodeQuery(params: QueryParams): string {
  // A `URLSearchParams` or a `Map` has no own properties: its parameters would silently not be sent.
  if (typeof params !== 'object' || params === null || Symbol.iterator in params) {
    throw new InvalidRequestError('queryParams must be a plain object of names and values', {
      field: 'queryParams',
    })
  }
  const names = Object.keys(params)
  if (names.length > 1) names.sort(compareBytes)
  let query = ''
  for (const name of names) {
    const value = params[name]
    for (const entry of typeof value === 'string' ? [value] : listOf(name, value)) {
      if (query !== '') query += '&'
      query += `${encodeQueryComponent(name)}=${encodeQueryComponent(entry)}`
    }
  }
  return query
}

/**
 * Adds parameters to the query of a URL, before its fragment. Changes nothing else and inserts no slash.
 * Without parameters, returns the URL as it is. Unlike the Go function of this name, it never writes a
 * second `?` and never puts parameters into the fragment.
 *
 * @throws InvalidRequestError as {@link encodeQuery} does.
 * @example addQueryParameters('http://h/p?a=1#f', { b: '2' }) // 'http://h/p?a=1&b=2#f'
 */
export function addQueryParameters(baseURL: string, params: QueryParams | undefined): string {
  const query = params === undefined ? '' : encodeQuery(params)
  if (query === '') return baseURL
  const hash = baseURL.indexOf('#')
  const base = hash === -1 ? baseURL : baseURL.slice(0, hash)
  const fragment = hash === -1 ? '' : baseURL.slice(hash)
  return base + separatorFor(base) + query + fragment
}

function separatorFor(base: string): string {
  if (!base.includes('?')) return '?'
  return base.endsWith('?') || base.endsWith('&') ? '' : '&'
}

function listOf(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value
  throw new InvalidRequestError(
    `query parameter ${JSON.stringify(name)} must be a string or a list of strings`,
    { field: `queryParams.${name}` },
  )
}

/** UTF-16 order differs from byte order only where surrogate pairs meet U+E000 to U+FFFF. */
function compareBytes(a: string, b: string): number {
  if (SURROGATES_AND_ABOVE.test(a) || SURROGATES_AND_ABOVE.test(b)) return compareCodePoints(a, b)
  return a < b ? -1 : 1
}

function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (char) => char.codePointAt(0) ?? 0)
  const right = Array.from(b, (char) => char.codePointAt(0) ?? 0)
  const shared = Math.min(left.length, right.length)
  for (let i = 0; i < shared; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
