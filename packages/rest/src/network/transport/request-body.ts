import type { Readable } from 'node:stream'
import { InvalidRequestError } from '../../http/errors/request-errors.ts'
import { describeRequest, RestError } from '../../http/errors/rest-error.ts'
import type { BodyStream, BuiltRequest } from '../../http/message/built-request.ts'
import { readableOver } from '../../http/request/body-source.ts'

/**
 * The body of a request for undici. Streams become Node streams, which undici stops reading when the
 * connection fails.
 */
export function dispatchBody(request: BuiltRequest): string | Uint8Array | Readable | null {
  const { body } = request
  if (body === undefined) return null
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  return readableOver(readSource(body, request), body)
}

/**
 * Passes the source on and checks its length against content-length. A byte too many would become part of the
 * next request (request smuggling); with a byte too few, the next request would become part of this body.
 */
async function* readSource(
  source: BodyStream,
  request: BuiltRequest,
): AsyncGenerator<Uint8Array | string> {
  const announced = request.headers['content-length']
  const expected = announced === undefined ? undefined : Number(announced)
  let length = 0
  for await (const chunk of withOwnErrors(source, request)) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) throw noBytes(request)
    length += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.byteLength
    if (expected !== undefined && length > expected) throw wrongLength(request)
    yield chunk
  }
  if (expected !== undefined && length < expected) throw wrongLength(request)
}

/** Wraps errors of the source, so that they are not taken for errors of the connection. */
async function* withOwnErrors(source: BodyStream, request: BuiltRequest): BodyStream {
  try {
    yield* source
  } catch (cause) {
    const message = `reading the request body failed: ${describeRequest(request)}`
    throw new RestError(message, { request, cause })
  }
}

function noBytes(request: BuiltRequest): InvalidRequestError {
  const message = `a chunk of the request body is neither text nor bytes: ${describeRequest(request)}`
  return new InvalidRequestError(message, { request, field: 'body' })
}

function wrongLength(request: BuiltRequest): InvalidRequestError {
  const message = `the length of the request body differs from its content-length: ${describeRequest(request)}`
  return new InvalidRequestError(message, { request, field: 'body' })
}
