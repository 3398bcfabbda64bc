import type { BodyStream } from './built-request.ts'
import type { StreamRequest } from './request.ts'

/** The ways in which streams are let go: of Node, of the web, generators. */
interface Releasable {
  readonly statusCode?: unknown
  destroy?(): unknown
  on?(event: 'error', listener: () => void): unknown
  cancel?(): Promise<unknown>
  return?(): Promise<unknown>
}

/**
 * Lets go of a stream that will not be sent, or no further, so that what it reads from (a file, say)
 * is closed. A generator that waits for its source ends when that has answered. The request of a Node
 * server stays open: its connection still has to carry the answer.
 */
export function releaseBody(body: StreamRequest['body']): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return
  const stream = body as BodyStream & Releasable
  if (stream.statusCode === null) return
  if (stream.destroy !== undefined) {
    // Whoever lets go has an error of its own to tell.
    stream.on?.('error', ignore)
    stream.destroy()
  } else {
    const over = stream.cancel === undefined ? stream.return?.() : stream.cancel()
    Promise.resolve(over).catch(ignore)
  }
}

function ignore(): void {}
