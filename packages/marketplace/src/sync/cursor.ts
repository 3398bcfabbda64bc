/**
 * Which changes of products a channel has seen. Pure.
 *
 * Every change bears the id of its transaction. Transactions commit in another order than their ids, so 'all up to here' would
 * lose what commits late. A cursor therefore also names the transactions that were still open when it went past them: that
 * is what a snapshot of PostgreSQL is (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT).
 */

/** A place in the changes. Unseen are those of `open` transactions, and those after (`horizon`, `after`). */
export interface Cursor {
  /** A transaction id, as text: 64 bits. */
  readonly horizon: string
  /** Of the transaction at the horizon, the products up to this id are seen. */
  readonly after: string
  readonly open: readonly string[]
}

/** A change: the transaction that made it, and the product. */
export interface ChangePlace {
  readonly changed: string
  readonly productId: string
}

/** What a snapshot says: transactions from `end` on, and those in `open`, cannot be seen in it. */
export interface Snapshot {
  readonly end: string
  readonly open: readonly string[]
}

/** Reads what `pg_current_snapshot()` answers, such as `100:104:100,102`. */
export function parseSnapshot(text: string): Snapshot {
  const [, end = '', open = ''] = text.split(':')
  return { end, open: open === '' ? [] : open.split(',') }
}

/** The cursor when everything has been seen that the snapshot shows. */
export function seenAll({ end, open }: Snapshot): Cursor {
  return { horizon: end, after: '0', open }
}

/** The cursor when everything has been seen that the snapshot shows, in order of transaction and product, up to `last`. */
export function seenUpTo({ open }: Snapshot, { changed, productId }: ChangePlace): Cursor {
  const horizon = BigInt(changed)
  return { horizon: changed, after: productId, open: open.filter((id) => BigInt(id) < horizon) }
}
