/** Pages of lists, with an opaque cursor in `Link`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuseIssues } from './errors.ts'

/** Default number of items on a page. */
export const PAGE_SIZE = 100

/** A position in a list that is sorted by a time, then by id. */
export interface Cursor {
  /** The time by which the list is sorted, in microseconds since 1970. Text, because a Date has only milliseconds. */
  readonly micros: string
  readonly id: string
}

// The dates of orders are of the years 1900 to 9999. PostgreSQL can add up whatever has so many digits.
const CURSOR = /^(-\d{1,17}|\d{1,18})\.(\d{1,18})$/

/** Encodes a cursor. It is opaque to clients, so its format may change. */
export function encodeCursor({ micros, id }: Cursor): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url')
}

/** Decodes a cursor. Undefined if it is malformed. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  return match?.[1] && match[2] ? { micros: match[1], id: match[2] } : undefined
}

/** Encodes a position in a list that is sorted by a reference. It is opaque to clients, so its format may change. */
export function encodeReference(reference: string): string {
  return Buffer.from(`=${reference}`).toString('base64url')
}

/** Decodes a position in a list that is sorted by a reference. Undefined if it is malformed. */
export function decodeReference(text: string): string | undefined {
  const decoded = Buffer.from(text, 'base64url').toString()
  const isOurs = /^=\P{Cc}+$/u.test(decoded) && encodeReference(decoded.slice(1)) === text
  return isOurs ? decoded.slice(1) : undefined
}

/** Decodes a position in a list that is sorted by an id. Undefined if it is malformed. */
export function decodeId(text: string): string | undefined {
  const id = decodeReference(text)
  return id !== undefined && /^\d{1,18}$/.test(id) ? id : undefined
}

/**
 * Returns the position in the cursor of a request. Undefined if there is no cursor.
 *
 * @param decode {@link decodeCursor}, or {@link decodeReference} for lists that are sorted by a reference
 * @returns a refusal if the cursor is malformed
 */
export function placeOf(cursor: string | undefined): Cursor | Refusal | undefined
export function placeOf<T>(
  cursor: string | undefined,
  decode: (text: string) => T | undefined,
): T | Refusal | undefined
export function placeOf(
  cursor: string | undefined,
  decode: (text: string) => unknown = decodeCursor,
): unknown {
  if (cursor === undefined) return undefined
  const message = 'must be taken from the Link of a page'
  return decode(cursor) ?? refuseIssues([{ path: '/cursor', message }])
}

/**
 * Sets `Link` to the next page: the same request with another cursor, and without the key, which the client must add.
 *
 * @param next the position, or its encoded text
 * @param name the parameter of the query
 */
export function linkNext(
  request: FastifyRequest,
  reply: FastifyReply,
  next: Cursor | string,
  name: 'cursor' | 'after' = 'cursor',
): void {
  const url = new URL(request.url, 'http://hub')
  for (const given of [...url.searchParams.keys()]) {
    if (given.toLowerCase() === 'apikey') url.searchParams.delete(given)
  }
  url.searchParams.set(name, typeof next === 'string' ? next : encodeCursor(next))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}

/** Sets `Link` behind a full page. A list that ends with it has an empty page then. */
export function linkFull<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: readonly Row[],
  pageSize: number,
  placeOfLast: (last: Row) => Cursor | string,
): void {
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  if (last !== undefined) linkNext(request, reply, placeOfLast(last))
}
