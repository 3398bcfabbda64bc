import type { BodyStream } from '../message/built-request.ts'
import type { StreamRequest } from './request.ts'

/** How streams of Node, web streams and generators are ended. */
interface Releasable {
  readonly statusCode?: unknown
  destroy?(): unknown
  on?(event: 'error', listener: () => void): unknown
  cancel?(): Promise<unknown>
  return?(): Promise<unknown>
}

/**
 * Ends a stream that will not be sent, or not to its end, so that its source (a file, for example) is closed. A
 * generator that waits for its source ends later, when the source has answered. An incoming request of a
 * Node server is left open, since its connection has to carry the response.
 */
export function releaseBody(body: StreamRequest['body']): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return
  const stream = body as BodyStream & Releasable
  if (stream.statusCode === null) return
  if (stream.destroy !== undefined) {
    // The caller reports its own error.
    stream.on?.('error', ignore)
    stream.destroy()
  } else {
    const over = stream.cancel === undefined ? stream.return?.() : stream.cancel()
    Promise.resolve(over).catch(ignore)
  }
}

/**
 * Takes the errors of a stream of Node that is read later, when the connection is open. Without a listener, an error before that would end the
 * process. Whoever reads the stream gets the error anyway.
 */
export function expectErrors(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('on' in body)) return
  if (typeof body.on === 'function') body.on('error', ignore)
}

function ignore(): void {}
