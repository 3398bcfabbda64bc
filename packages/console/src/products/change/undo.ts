/** What an undo writes: the value before, if nobody has changed it meanwhile. Pure. */
import type { Input } from '@entrepot/client'
import type { Product } from '../queries.ts'
import type { OfferField, OfferWrite } from './amount.ts'

/** The offer of a product before or after a write. */
export type OfferState = Pick<Product, 'Price' | 'Stock' | 'StockCountedAt'>

/** A body of `changeProduct`. */
export type ProductPatch = Input<'changeProduct'>['body']

/** The write of a value that a person has typed over the one that the page shows. It is refused if that one has changed. */
export function patchOf(field: OfferField, before: OfferState, value: number | null): ProductPatch {
  return { [field]: value, Expected: { [field]: before[field] } }
}

/**
 * The write that takes another one back. A count gets the time of the count before, so that what has left since is held back as before.
 * Undefined if nothing has changed.
 */
export function undoOf(
  field: OfferField,
  before: OfferState,
  after: OfferState,
): ProductPatch | undefined {
  if (before[field] === after[field]) return undefined
  if (field === 'Price') return patchOf('Price', after, before.Price)
  const { Stock, StockCountedAt } = before
  return {
    Stock,
    StockCountedAt,
    Expected: { Stock: after.Stock, StockCountedAt: after.StockCountedAt },
  }
}

/**
 * The units that take a difference back: it does not matter who else has added or taken off units. The stock goes down to 0 at most, so
 * fewer units than typed may have been taken off.
 *
 * @param stock the stock that the page has shown
 */
export function undoOfUnits(stock: number | null, units: number): OfferWrite {
  const applied = Math.max(0, (stock ?? 0) + units) - (stock ?? 0)
  return { change: applied === 0 ? 0 : -applied }
}
