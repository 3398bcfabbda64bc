/**
 * Tracks which changes of products a channel has seen. Pure functions.
 *
 * Every change has the id of its transaction. Transactions do not commit in the order of their ids, so 'everything up to this id' would
 * lose changes that commit late. A cursor therefore also contains the transactions that were still open when it passed them, like a
 * snapshot of PostgreSQL.
 */
import type { Snapshot } from '../../kit/sql/snapshot.ts'

/** A position in the changes. Unseen are the changes of the `open` transactions, and those after (`horizon`, `after`). */
export interface Cursor {
  /** A transaction id with 64 bits, as text. */
  readonly horizon: string
  /** In the transaction at the horizon, products up to this id are seen. */
  readonly after: string
  readonly open: readonly string[]
}

/** A change: the transaction that made it, and the product. */
export interface ChangePlace {
  readonly changed: string
  readonly productId: string
}

/**
 * Returns what tells whether a change that a snapshot shows is after a cursor. A transaction id from after the snapshot is none: it was restored
 * from a dump, in which it had another meaning.
 */
export function unseenSince({ horizon, after, open }: Cursor, { end }: Snapshot) {
  const [seen, lastProduct, limit] = [BigInt(horizon), BigInt(after), BigInt(end)]
  return ({ changed, productId }: ChangePlace): boolean => {
    const id = BigInt(changed)
    if (id >= limit) return false
    if (id === seen) return BigInt(productId) > lastProduct
    return id > seen || open.includes(changed)
  }
}

/** Returns the cursor after all changes that the snapshot shows. */
export function seenAll({ end, open }: Snapshot): Cursor {
  return { horizon: end, after: '0', open }
}

/** Returns the cursor after the changes that the snapshot shows up to `last`, in the order of transaction and product. */
export function seenUpTo({ open }: Snapshot, { changed, productId }: ChangePlace): Cursor {
  const horizon = BigInt(changed)
  return { horizon: changed, after: productId, open: open.filter((id) => BigInt(id) < horizon) }
}
