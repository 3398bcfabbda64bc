/** What all lists have: pages, cursors and totals. */
import { Type } from 'typebox'

/** The arguments of a list. */
export const PAGE_INPUT = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the answer before.' })),
}

/** Records of a page if a call does not say. */
export const PAGE_SIZE = 20

/** The members of the result of a list beside its records. The first page has the total. */
export const PAGE_OUTPUT = {
  total: Type.Optional(Type.Integer()),
  nextCursor: Type.Optional(Type.String()),
}

/** What to do if the hub refuses the arguments of a list. */
export const CURSOR_HINT = {
  MARKET_INVALID_INPUT: 'A cursor belongs to the filters that it came with.',
}

/** What a page of the API says. */
export interface Page {
  readonly body: readonly unknown[]
  readonly next?: string | undefined
}

/**
 * The members of {@link PAGE_OUTPUT} for a page.
 *
 * @param count counts all records of the list; called for the first of several pages
 */
export async function placeOf(
  { body, next }: Page,
  cursor: string | undefined,
  count?: () => Promise<number>,
): Promise<{ readonly total?: number; readonly nextCursor?: string }> {
  if (cursor !== undefined) return next === undefined ? {} : { nextCursor: next }
  if (next === undefined) return { total: body.length }
  return count === undefined ? { nextCursor: next } : { total: await count(), nextCursor: next }
}
