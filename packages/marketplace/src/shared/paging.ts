/** Pages of lists: oldest first, with an opaque cursor in `Link`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuseFaults } from './errors.ts'

/** Items of a page when the client does not say. */
export const PAGE_SIZE = 100

/** A place in a list that is ordered by creation, then by id. */
export interface Cursor {
  /** Creation in microseconds since 1970, as text: PostgreSQL counts finer than a Date. */
  readonly micros: string
  readonly id: string
}

// Sixteen digits of microseconds reach the year 2286.
const CURSOR = /^(\d{1,16})\.(\d{1,18})$/

/** Writes a cursor. It is opaque to clients, so its form may change. */
export function encodeCursor({ micros, id }: Cursor): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url')
}

/** Reads a cursor; undefined when it is malformed. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match?.[1] && match[2] ? { micros: match[1], id: match[2] } : undefined
}

/**
 * The place that a request names by its cursor; undefined where it names none.
 *
 * @returns a refusal where the cursor is malformed
 */
export function placeOf(cursor: string | undefined): Cursor | Refusal | undefined {
  if (cursor === undefined) return undefined
  const message = 'must be taken from the Link of a page'
  return decodeCursor(cursor) ?? refuseFaults([{ path: '/cursor', message }])
}

/** Names the next page: the same request with another cursor, and without the key, which is the client's to add. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: Cursor): void {
  const url = new URL(request.url, 'http://hub')
  for (const name of [...url.searchParams.keys()]) {
    if (name.toLowerCase() === 'apikey') url.searchParams.delete(name)
  }
  url.searchParams.set('cursor', encodeCursor(cursor))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
