import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import type { BuiltRequest, StreamRequest } from './request.ts'

type Body = StreamRequest['body']

/**
 * Lets go of a stream that will not be sent, or no further, so that what it reads from (a file, say)
 * is closed. A generator that waits for its source ends when that has answered.
 */
export function releaseBody(body: Body): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return
  if (body instanceof Readable) {
    // Whoever destroys it has an error of its own to tell.
    body.on('error', ignore).destroy()
  } else if (body instanceof ReadableStream) {
    body.cancel().catch(ignore)
  } else if ('return' in body && typeof body.return === 'function') {
    Promise.resolve(body.return()).catch(ignore)
  }
}

/** A Node stream of pieces that are made of sources; destroyed, it lets go of the sources at once. */
export function readableOver(
  pieces: AsyncIterable<Uint8Array | string>,
  sources: readonly Body[],
): Readable {
  const stream = Readable.from(pieces, { objectMode: false })
  const destroy = stream._destroy
  // Its own way waits for the generator, which may wait for a source.
  stream._destroy = function (error, callback) {
    for (const source of sources) releaseBody(source)
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

function ignore(): void {}
