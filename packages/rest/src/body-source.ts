import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import type { BodyStream, BuiltRequest } from './built-request.ts'
import { releaseBody } from './release-body.ts'
import type { StreamRequest } from './request.ts'

/** A Node stream of pieces that are made of a source; destroyed, it lets go of the source at once. */
export function readableOver(
  pieces: AsyncIterable<Uint8Array | string>,
  source: BodyStream,
): Readable {
  const stream = Readable.from(pieces, { objectMode: false })
  const destroy = stream._destroy
  // Its own way waits for the generator, which may wait for the source.
  stream._destroy = function (error, callback) {
    releaseBody(source)
    destroy.call(this, error, callback)
  }
  return stream
}

/** A web stream can be ended from outside only by its reader, a Node stream by anyone. */
export function withNodeBody<R extends BuiltRequest | StreamRequest>(request: R): R {
  const { body } = request
  if (!(body instanceof ReadableStream) || body.locked) return request
  return { ...request, body: Readable.fromWeb(body as NodeWebStream) }
}
