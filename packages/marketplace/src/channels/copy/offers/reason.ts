/** Why what a channel is to be offered has changed, and who caused it. Pure. */

/** Why an offer has changed. */
export interface Reason {
  readonly cause: string
  /** The transaction whose event tells who caused it. Null if no event does. */
  readonly by: string | null
}

/** Why the parts of an offer have changed. */
export interface Reasons {
  /** Of a price, and of whether the product is offered. */
  readonly price: Reason
  /** Of the stock alone. */
  readonly stock: Reason
}

/** The last changes of a product. */
export interface ProductChanges {
  /** The transaction of the last change. */
  readonly changed: string
  readonly productId: string
  /** Of the last change. Null: a write. */
  readonly cause: string | null
  /** The last change that was not one of the stock alone. `by` is the transaction that made an override. Null if none is known. */
  readonly priced: {
    readonly changed: string
    readonly cause: string
    readonly by: string | null
  } | null
}

/** What a channel has seen of the changes, and why it compares products that have not changed. */
export interface Seen {
  /** Whether the channel has not seen that a transaction has changed a product. */
  readonly isUnseen: (change: Pick<ProductChanges, 'changed' | 'productId'>) => boolean
  readonly compareCause: string | null
}

/**
 * The reasons for what a channel has not seen. A new price is by the last change that can have changed prices, whatever orders, counts and
 * other changes of the stock came with it. Of the stock alone, it is the last change, unless an override or other rules can have set it.
 *
 * @param isCompared whether the product is still to be compared, or is being compared, because of `compareCause`
 */
export function reasonsOf(change: ProductChanges, seen: Seen, isCompared: boolean): Reasons {
  const { changed, cause, priced, productId } = change
  const { compareCause, isUnseen } = seen
  const last = reasonOf(cause ?? 'write', changed)
  const compared = isCompared && compareCause !== null ? { cause: compareCause, by: null } : null
  const isWritten = (cause === null || cause === 'import') && isUnseen({ changed, productId })
  const stock = isWritten ? last : (compared ?? last)
  if (priced === null || !isUnseen({ changed: priced.changed, productId })) {
    return { price: compared ?? last, stock }
  }
  const price = reasonOf(priced.cause, priced.changed, priced.by)
  return { price, stock: SETS_STOCK.includes(priced.cause) ? price : stock }
}

/** Causes of new prices that can set the stock, too. */
const SETS_STOCK = ['override', 'window']

/** Causes whose event is stored by the transaction that changes the product. */
const CHANGING = ['write', 'import', 'stock', 'settings']

function reasonOf(cause: string, changed: string, madeBy: string | null = null): Reason {
  if (cause === 'override') return { cause, by: madeBy }
  return { cause, by: CHANGING.includes(cause) ? changed : null }
}
