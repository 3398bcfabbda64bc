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

/** Why a channel compares products that have not changed, and up to where it has. */
export interface Comparison {
  readonly compareCause: string | null
  /** The transaction that has changed what they are compared for. */
  readonly comparedBy: string | null
  /** The product up to which they are compared. Null when all are. */
  readonly catalogueAfter: string | null
}

/** A product with its last changes. */
interface ChangedProduct extends ProductChanges {
  readonly record: { readonly MerchantProductReference: string }
}

/** Whether a channel has not seen that a transaction has changed a product. */
type IsUnseen = (change: Pick<ProductChanges, 'changed' | 'productId'>) => boolean

/**
 * Returns what tells the reasons for what a channel has not seen, as the comparison stands now. A new price is by the last change that can have
 * changed prices, whatever orders, counts and other changes of the stock came with it. Of the stock alone, it is the last change, unless an
 * override or other rules can have set it.
 */
export function reasonsIn(
  comparison: Comparison,
  isUnseen: IsUnseen,
): (product: ChangedProduct) => Reasons {
  const { catalogueAfter } = comparison
  const ofComparison = comparedFor(comparison)
  return ({ changed, cause, priced, productId, record }) => {
    const last = reasonOf(cause ?? 'write', changed)
    const isCompared = catalogueAfter !== null && record.MerchantProductReference > catalogueAfter
    const compared = isCompared ? ofComparison : null
    const isWritten = (cause === null || cause === 'import') && isUnseen({ changed, productId })
    const stock = isWritten ? last : (compared ?? last)
    if (priced === null || !isUnseen({ changed: priced.changed, productId })) {
      return { price: compared ?? last, stock }
    }
    const price = reasonOf(priced.cause, priced.changed, priced.by)
    return { price, stock: SETS_STOCK.includes(priced.cause) ? price : stock }
  }
}

/** The reason for which products are compared. Null if nothing has changed. */
function comparedFor({ compareCause, comparedBy }: Comparison): Reason | null {
  return compareCause === null ? null : { cause: compareCause, by: comparedBy }
}

/** Causes of new prices that can set the stock, too. */
const SETS_STOCK = ['override', 'window']

/** Causes whose event is stored by the transaction that changes the product. */
const CHANGING = ['write', 'import', 'stock', 'settings']

function reasonOf(cause: string, changed: string, madeBy: string | null = null): Reason {
  if (cause === 'override') return { cause, by: madeBy }
  return { cause, by: CHANGING.includes(cause) ? changed : null }
}
