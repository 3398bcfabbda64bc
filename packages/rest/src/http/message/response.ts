import type { BuiltRequest } from './built-request.ts'
import { type HeaderLists, type RawHeaders, toHeaderLists } from './headers.ts'

/**
 * A response as a value. The body has been read to its end and decompressed, so it can be read any number
 * of times. `bytes` and `url` are not enumerable: they do not show when the response is printed or spread.
 *
 * @example const { statusCode, body, headers } = await rest.send(request)
 */
export interface Response {
  readonly statusCode: number
  /** The body, decompressed and read as UTF-8. Empty if there was none. */
  readonly body: string
  /** Lower-case header names, each with the list of its lines. */
  readonly headers: HeaderLists
  /** The body as bytes, decompressed. */
  readonly bytes: Uint8Array
  /** The URL that answered: that of the request or of the last redirect, including its query. */
  readonly url: string
}

/** What a response is created from. */
export interface ResponseParts {
  readonly statusCode: number
  readonly headers: HeaderLists
  readonly bytes: Uint8Array
  readonly request: BuiltRequest
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const empty = new Uint8Array(0)

class BufferedResponse implements Response {
  readonly statusCode: number
  readonly body: string
  readonly headers: HeaderLists
  readonly #bytes: Uint8Array | undefined
  readonly #request: BuiltRequest

  constructor(parts: ResponseParts, body: string, bytes: Uint8Array | undefined) {
    this.statusCode = parts.statusCode
    this.body = body
    this.headers = parts.headers
    this.#bytes = bytes
    this.#request = parts.request
    Object.freeze(this)
  }

  get bytes(): Uint8Array {
    return this.#bytes ?? encoder.encode(this.body)
  }

  get url(): string {
    return this.#request.url
  }

  static requestOf(response: Response): BuiltRequest | undefined {
    return #request in response ? response.#request : undefined
  }
}

/**
 * Creates a response. The body is decoded here, once. Only if it is not valid UTF-8 are its bytes kept, as a
 * copy; otherwise `bytes` is computed from the text. So a response never keeps the much larger buffer
 * that the socket read into.
 *
 * @example createResponse({ statusCode: 200, headers: {}, bytes, request }).body
 */
export function createResponse(parts: ResponseParts): Response {
  const { bytes } = parts
  if (bytes.byteLength === 0) return new BufferedResponse(parts, '', empty)
  const body = decodeText(bytes)
  const lossless = !body.includes('\ufffd')
  return new BufferedResponse(parts, body, lossless ? undefined : new Uint8Array(bytes))
}

/** The request that led to a response, for errors about it; undefined for a response made elsewhere. */
export function requestOf(response: Response): BuiltRequest | undefined {
  return BufferedResponse.requestOf(response)
}

/** Header lists for {@link createResponse}. The headers about compression are removed with it. */
export function responseHeaders(raw: RawHeaders, decoded: boolean): HeaderLists {
  if (!decoded) return toHeaderLists(raw)
  const { 'content-encoding': _coding, 'content-length': _length, ...rest } = raw
  return toHeaderLists(rest)
}

function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
