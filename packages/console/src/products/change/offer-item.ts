/** What is sent to change a price or a stock. Pure. */
import type { Product } from '../queries.ts'
import type { OfferField, OfferWrite } from './amount.ts'
import type { JobItem } from './run-job.ts'

/** What is read of a product to change its offer. */
export type Offered = Pick<
  Product,
  'MerchantProductReference' | 'Price' | 'Stock' | 'StockCountedAt'
>

/**
 * The item of a job. Units that are added are a difference, and everything else expects the value that the person has seen, from which the
 * hub knows what an undo gives back.
 */
export function offerItem(product: Offered, field: OfferField, write: OfferWrite): JobItem {
  const { MerchantProductReference, Price, Stock, StockCountedAt } = product
  const reference = { MerchantProductReference }
  if ('change' in write) return { ...reference, StockChange: write.change }
  const { value } = write
  if (field === 'Price') return { ...reference, Price: value, Expected: { Price } }
  return { ...reference, Stock: value ?? 0, Expected: { Stock, StockCountedAt } }
}
