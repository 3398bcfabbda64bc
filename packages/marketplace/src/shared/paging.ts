/** Pages of lists: oldest first, with an opaque cursor in `Link`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuseFaults } from './errors.ts'

/** Default number of items on a page. */
export const PAGE_SIZE = 100

/** A position in a list that is sorted by creation, then by id. */
export interface Cursor {
  /** Time of creation in microseconds since 1970. Text, because a Date has only milliseconds. */
  readonly micros: string
  readonly id: string
}

// Sixteen digits of microseconds are sufficient until the year 2286.
const CURSOR = /^(\d{1,16})\.(\d{1,18})$/

/** Encodes a cursor. It is opaque to clients, so its format may change. */
export function encodeCursor({ micros, id }: Cursor): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url')
}

/** Decodes a cursor. Undefined if it is malformed. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match?.[1] && match[2] ? { micros: match[1], id: match[2] } : undefined
}

/**
 * Returns the position in the cursor of a request. Undefined if there is no cursor.
 *
 * @returns a refusal if the cursor is malformed
 */
export function placeOf(cursor: string | undefined): Cursor | Refusal | undefined {
  if (cursor === undefined) return undefined
  const message = 'must be taken from the Link of a page'
  return decodeCursor(cursor) ?? refuseFaults([{ path: '/cursor', message }])
}

/** Sets `Link` to the next page: the same request with another cursor, and without the key, which the client must add. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: Cursor): void {
  const url = new URL(request.url, 'http://hub')
  for (const name of [...url.searchParams.keys()]) {
    if (name.toLowerCase() === 'apikey') url.searchParams.delete(name)
  }
  url.searchParams.set('cursor', encodeCursor(cursor))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
