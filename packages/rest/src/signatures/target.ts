import { SignatureError } from '../http/errors/signature-error.ts'

/** The parts of a target URI. */
export interface Target {
  readonly scheme: string
  /** Host in lower case, and the port if it is not the one of the scheme. */
  readonly authority: string
  readonly path: string
  /** With its question mark; a question mark alone if there is none. */
  readonly query: string
  readonly hasQuery: boolean
}

const URI = /^(https?):\/\/([^/?#@\s]+)([^?#\s]*)(\?[^#\s]*)?(?:#|$)/i

/**
 * Splits a URL without normalising its path (RFC 9421, 2.2.6): a path that another server would read differently has another signature.
 *
 * @throws SignatureError if it is not an absolute http or https URL
 */
export function targetOf(url: string): Target {
  const [, scheme = '', host = '', path = '', query] = URI.exec(url) ?? []
  const authority = URL.parse(`${scheme}://${host}/`)?.host
  if (authority === undefined || authority === '') {
    throw new SignatureError('the url of the message is not an absolute http or https URL', {
      fault: 'component',
    })
  }
  return {
    scheme: scheme.toLowerCase(),
    authority,
    path: path === '' ? '/' : path,
    query: query ?? '?',
    hasQuery: query !== undefined,
  }
}

/**
 * The value of a query parameter, encoded (RFC 9421, 2.2.8). `name` is encoded as well.
 *
 * @throws SignatureError unless there is exactly one with this name
 */
export function queryParameter({ query }: Target, name: string): string {
  const [key = ''] = new URLSearchParams(`${name}=`).keys()
  const values = encodeParameter(key) === name ? new URLSearchParams(query).getAll(key) : []
  const [value] = values
  if (value !== undefined && values.length === 1) return encodeParameter(value)
  const problem = value === undefined ? 'is missing' : 'is given more than once'
  throw new SignatureError(`a query parameter of the signature ${problem}`, { fault: 'component' })
}

/** Percent-encodes what the `application/x-www-form-urlencoded` set of the URL standard has, and spaces. */
export function encodeParameter(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()~]/g, encode)
}
