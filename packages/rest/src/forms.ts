import { InvalidRequestError } from './http/errors/request-errors.ts'
import type { BodyStream } from './http/message/built-request.ts'
import { encodeQuery, type QueryParams } from './http/request/query.ts'
import { expectErrors, releaseBody } from './http/request/release-body.ts'

/** A body and its content type, to be spread into a request. */
export interface EncodedBody<B> {
  readonly body: B
  readonly headers: { readonly 'content-type': string }
}

/**
 * Encodes fields as `application/x-www-form-urlencoded`, by the same rules as query parameters.
 *
 * @throws InvalidRequestError as {@link encodeQuery} does.
 * @example send({ method: 'POST', baseURL, ...formBody({ grant_type: 'client_credentials' }) })
 */
export function formBody(fields: QueryParams): EncodedBody<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { body: encodeQuery(fields), headers }
}

/** One part of a multipart form. */
export interface FormPart {
  readonly name: string
  /** Text, bytes, or a stream of bytes (for `client.stream` only). */
  readonly value: string | Uint8Array | BodyStream
  /** Makes the part a file. */
  readonly filename?: string
  /** @default 'application/octet-stream' for files, none for fields */
  readonly type?: string
}

/** {@link FormPart} with a value that can be sent more than once. */
export interface BufferedFormPart extends FormPart {
  readonly value: string | Uint8Array
}

/**
 * Encodes `multipart/form-data` (RFC 7578) in memory. Names and file names are escaped as browsers do (`"` as
 * %22, CR and LF as %0D and %0A), so that none of them can start another header or part.
 *
 * @throws InvalidRequestError for a value that is neither text nor bytes, a name that is not text, and a
 *   `type` with characters that are not allowed in a header.
 * @example send({ method: 'POST', baseURL, ...multipartBody([{ name: 'file', filename: 'a.txt', value }]) })
 */
export function multipartBody(parts: readonly BufferedFormPart[]): EncodedBody<Uint8Array> {
  const boundary = createBoundary()
  const pieces: Uint8Array[] = []
  for (const part of parts) {
    const { name, value } = part
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) {
      throw invalidPart(name, 'value', 'must be text or bytes')
    }
    pieces.push(utf8(headOf(part, boundary)), bytesOf(value), utf8('\r\n'))
  }
  pieces.push(utf8(`--${boundary}--\r\n`))
  return { body: concat(pieces), headers: contentType(boundary) }
}

/**
 * Like {@link multipartBody}, but encodes one piece at a time while it is sent, so parts may be streams.
 *
 * @throws InvalidRequestError for an invalid name or `type`.
 * @example client.stream({ method: 'POST', baseURL, ...multipartStream([{ name: 'f', value: createReadStream(path) }]) })
 */
export function multipartStream(parts: readonly FormPart[]): EncodedBody<BodyStream> {
  const boundary = createBoundary()
  const heads = parts.map((part) => headOf(part, boundary))
  // A part is read when those before it are sent.
  for (const part of parts) expectErrors(part.value)
  const pieces = streamOf(parts, heads, boundary)
  // A generator that has not started, or waits for a part, cannot release the parts itself.
  const letGo = pieces.return.bind(pieces)
  pieces.return = (value) => {
    for (const part of parts) releaseBody(part.value)
    return letGo(value)
  }
  return { body: pieces, headers: contentType(boundary) }
}

async function* streamOf(
  parts: readonly FormPart[],
  heads: readonly string[],
  boundary: string,
): AsyncGenerator<Uint8Array> {
  for (const [index, { value }] of parts.entries()) {
    yield utf8(heads[index] ?? '')
    if (typeof value === 'string' || value instanceof Uint8Array) yield bytesOf(value)
    else for await (const chunk of value) yield bytesOf(chunk)
    yield utf8('\r\n')
  }
  yield utf8(`--${boundary}--\r\n`)
}

function headOf({ name, filename, type }: FormPart, boundary: string): string {
  if (typeof name !== 'string') throw invalidPart(String(name), 'name', 'must be text')
  if (type !== undefined && /[^\t\x20-\x7e]/.test(type)) {
    throw invalidPart(name, 'type', 'contains a character that is not allowed in a header')
  }
  const file = filename === undefined ? '' : `; filename="${escapeName(filename)}"`
  const described = type ?? (filename === undefined ? undefined : 'application/octet-stream')
  const typeLine = described === undefined ? '' : `content-type: ${described}\r\n`
  const disposition = `content-disposition: form-data; name="${escapeName(name)}"${file}\r\n`
  return `--${boundary}\r\n${disposition}${typeLine}\r\n`
}

function invalidPart(name: string, field: string, problem: string): InvalidRequestError {
  const details = { field: `parts.${name}.${field}` }
  return new InvalidRequestError(`the ${field} of a form part ${problem}`, details)
}

function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

/** 122 random bits, so that no content contains it by chance. */
function createBoundary(): string {
  return `entrepot-${crypto.randomUUID()}`
}

function contentType(boundary: string) {
  return { 'content-type': `multipart/form-data; boundary=${boundary}` }
}

const encoder = new TextEncoder()

function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? utf8(value) : value
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.byteLength
  }
  return whole
}
