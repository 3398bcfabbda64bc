/** Pages of the hub's lists: members, invitations, agents. */
import {
  type Cursor,
  isRefusal,
  linkNext,
  PAGE_SIZE,
  placeOf,
  type Refusal,
} from '@entrepot/marketplace/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListQuery } from './schema.ts'

/** A row of a list that is sorted by creation, then by id. */
interface Row {
  /** When it was created, in microseconds since 1970. */
  readonly micros: string
}

/**
 * Reads the page that a request asks for, and names the next one in `Link`, if there is one.
 *
 * @param select reads the rows behind a position, up to a number: one more than the page has
 * @returns a refusal if the cursor is malformed
 */
export async function readListPage<R extends Row>(
  request: FastifyRequest<{ Querystring: ListQuery }>,
  reply: FastifyReply,
  select: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
  idOf: (row: R) => string,
): Promise<readonly R[] | Refusal> {
  const { cursor, pageSize = PAGE_SIZE } = request.query
  const after = placeOf(cursor)
  if (isRefusal(after)) return after
  const rows = await select(after, pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  if (rows.length > page.length && last) {
    linkNext(request, reply, { micros: last.micros, id: idOf(last) })
  }
  return page
}
