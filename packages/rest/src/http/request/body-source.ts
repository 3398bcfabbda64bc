import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import type { BodyStream, BuiltRequest } from '../message/built-request.ts'
import { expectErrors, releaseBody } from './release-body.ts'
import type { StreamRequest } from './request.ts'

/** A Node stream of pieces that are made from a source. Destroying it destroys the source at once. */
export function readableOver(
  pieces: AsyncIterable<Uint8Array | string>,
  source: BodyStream,
): Readable {
  const stream = Readable.from(pieces, { objectMode: false })
  const destroy = stream._destroy
  // By itself it would wait for the generator, which may be waiting for the source.
  stream._destroy = function (error, callback) {
    releaseBody(source)
    destroy.call(this, error, callback)
  }
  return stream
}

/**
 * Replaces a web stream, which only its reader can cancel, by a Node stream, which anyone can destroy. From then on, the errors of the stream are
 * those of the request.
 */
export function withNodeBody<R extends BuiltRequest | StreamRequest>(request: R): R {
  const { body } = request
  const isOfWeb = body instanceof ReadableStream && !body.locked
  const own = isOfWeb ? Readable.fromWeb(body as NodeWebStream) : body
  expectErrors(own)
  return isOfWeb ? { ...request, body: own } : request
}
