/** Pages of lists: what a caller may ask for, and cursors. Pure. */
import { OAuthError } from '../shared/errors.ts'

/** Entries of a page. */
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** Which part of a list is asked for. */
export interface PageQuery {
  /** The `next` of the page before; without it, the first page. */
  readonly cursor?: string | undefined
  /** @default 50, at most 200 */
  readonly limit?: number | undefined
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** The entries that a page has at most. */
export function limitOf({ limit = DEFAULT_LIMIT }: PageQuery): number {
  const whole = Math.trunc(limit)
  return Number.isNaN(whole) ? DEFAULT_LIMIT : Math.min(Math.max(whole, 1), MAX_LIMIT)
}

/** A key as a cursor. It is no secret, and no permission. */
export function toCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * The key in a cursor.
 *
 * @param shape what the parts of the key are
 * @throws OAuthError `OAUTH_CURSOR` for a text that is no cursor of this list
 */
export function fromCursor<Key extends readonly (string | number)[]>(
  cursor: string | undefined,
  shape: { readonly [Index in keyof Key]: Key[Index] extends number ? 'number' : 'string' },
): Key | undefined {
  if (cursor === undefined) return undefined
  const key = parse(cursor)
  const isGood =
    Array.isArray(key) &&
    key.length === shape.length &&
    key.every((part, index) => typeof part === shape[index] && !String(part).includes('\0'))
  if (isGood) return key as unknown as Key
  throw badCursor()
}

/** The error for a text that is no cursor of a list. */
export function badCursor(): OAuthError {
  const message = 'The cursor is not one of this list: use the `next` of a page.'
  return new OAuthError('OAUTH_CURSOR', message)
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The page of rows, of which one more was read than it may have. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items: shown.map(toItem), next: hasMore ? toCursor(keyOf(last)) : undefined }
}
