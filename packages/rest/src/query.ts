import { InvalidRequestError } from './errors/request-errors.ts'

/**
 * Query parameters by name. A list repeats the name, once for each entry in order.
 *
 * @example const queryParams: QueryParams = { tag: ['new', 'sale'], page: '2' }
 */
export type QueryParams = Readonly<Record<string, string | readonly string[]>>

const unreserved = /^[A-Za-z0-9\-_.~]*$/
const reservedButKept = /[!'()*]/g
const surrogatesAndAbove = /[\ud800-\uffff]/

/**
 * Percent-encodes one name or value the way Go's `url.QueryEscape` does, byte for byte: only
 * `A-Z a-z 0-9 - _ . ~` stay, a space becomes `+`.
 *
 * @throws InvalidRequestError for text that is not well-formed Unicode (a lone surrogate).
 * @example encodeQueryComponent('a b&c') // 'a+b%26c'
 */
export function encodeQueryComponent(text: string): string {
  if (unreserved.test(text)) return text
  if (!text.isWellFormed()) {
    throw new InvalidRequestError('a query parameter holds a lone surrogate', {
      field: 'queryParams',
    })
  }
  return encodeURIComponent(text)
    .replace(reservedButKept, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/**
 * Encodes parameters as `name=value` pairs joined by `&`, sorted by the bytes of the name, so that
 * equal parameters always give equal text (caches and signatures depend on it). Lists repeat the
 * name in the order given; nothing is ever nested or put in brackets.
 *
 * @throws InvalidRequestError when they are no plain object, or a value is neither a string nor a list
 *   of strings.
 * @example encodeQuery({ b: ['2', '1'], a: 'x y' }) // 'a=x+y&b=2&b=1'
 */
export function encodeQuery(params: QueryParams): string {
  // `URLSearchParams` and `Map` have no names of their own: nothing of them would be sent.
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
 * Adds parameters to a URL: after `?` or, where the URL already has a query, after `&`; before the
 * fragment, which stays at the end. Nothing else of the URL is touched: no slash is inserted. Without
 * parameters the URL comes back as it was.
 *
 * Unlike the Go original it never writes a second `?` and never loses parameters in a fragment.
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
  if (surrogatesAndAbove.test(a) || surrogatesAndAbove.test(b)) return compareCodePoints(a, b)
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
