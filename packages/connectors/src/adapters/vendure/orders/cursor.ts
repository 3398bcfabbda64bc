/**
 * The cursor of orders: the time of the last one, and the orders that were read of the seconds before it. Pure.
 *
 * A transaction of the shop may be committed after one that began later. So each read begins some seconds before the last order, and leaves
 * out what it has read before.
 */

/** Seconds that a transaction of the shop may take. */
const STEP_BACK_SECONDS = 20

/** The hub keeps cursors of up to 2,000 characters. */
const MAX_LENGTH = 1_900

interface Stamp {
  readonly id: string
  readonly updatedAt: string
}

/** Where a read begins, and what it leaves out. */
export interface OrderCursor {
  readonly after: string | undefined
  isKnown(stamp: Stamp): boolean
}

/** Reads a cursor. */
export function parseCursor(cursor: string | undefined): OrderCursor {
  if (cursor === undefined) return { after: undefined, isKnown: () => false }
  const [at = '', ...known] = cursor.split(' ')
  const seen = new Set(known)
  return {
    after: new Date(Date.parse(at) - STEP_BACK_SECONDS * 1_000).toISOString(),
    isKnown: (stamp) => seen.has(keyOf(stamp)),
  }
}

/**
 * The cursor after some orders were read.
 *
 * @param before the cursor with which the read began
 * @param read all orders since then, in the order of their times
 */
export function nextCursor(before: string | undefined, read: readonly Stamp[]): string | undefined {
  const last = read.at(-1)
  if (last === undefined) return before
  const since = Date.parse(last.updatedAt) - STEP_BACK_SECONDS * 1_000
  const [, ...known] = before?.split(' ') ?? []
  // The newest first: what has no room is read again, and changes nothing. The order depends on nothing else, so that a read without news
  // gives the same cursor.
  const keys = [...new Set([...read.map(keyOf), ...known])]
    .filter((key) => timeOf(key) >= since)
    .sort((one, other) => timeOf(other) - timeOf(one) || (one < other ? -1 : 1))
  let cursor = last.updatedAt
  for (const key of keys) {
    if (cursor.length + key.length >= MAX_LENGTH) break
    cursor += ` ${key}`
  }
  return cursor
}

const keyOf = ({ id, updatedAt }: Stamp) => `${id}@${Date.parse(updatedAt).toString(36)}`
const timeOf = (key: string) => Number.parseInt(key.split('@')[1] ?? '', 36)
