/** Why so many units of a product can be sold, in a sentence. Pure. */
import { formatNumber } from '../../components/values/language.ts'
import { type StockWay, stockWayOf } from '../../settings/stock-keeper.ts'
import type { Product } from '../queries.ts'

/** The stock of a product. */
export type ProductStock = Pick<
  Product,
  'Stock' | 'StockReserved' | 'StockAvailable' | 'StockCountedAt'
>

/** What the reserved units are. */
const RESERVED: Readonly<Record<Exclude<StockWay, 'nobody'>, string>> = {
  counts: 'in open orders or shipped since',
  import: 'in orders that are not acknowledged, or acknowledged since',
  hub: 'in open orders',
}

/** How many units are reserved that are not in stock. */
export function missingUnits({
  Stock,
  StockReserved,
}: Pick<ProductStock, 'Stock' | 'StockReserved'>): number {
  return Math.max(0, StockReserved - (Stock ?? 0))
}

/**
 * Says how many units can be sold, and why.
 *
 * @param formatMoment writes when the stock was counted
 * @example
 * explainStock(product, customer, formatMoment)
 * // '20 in stock, last counted on Wed, Nov 25, 10:00 AM, minus 15 in open orders: 5 can be sold.'
 */
export function explainStock(
  { Stock, StockReserved, StockAvailable, StockCountedAt }: ProductStock,
  customer: Parameters<typeof stockWayOf>[0],
  formatMoment: (at: string) => string,
): string {
  const way = stockWayOf(customer)
  const stock = formatNumber(Stock ?? 0)
  if (way === 'nobody') return `Stock is not tracked, so channels get ${stock} as it is.`
  const counted = StockCountedAt ? `, last counted on ${formatMoment(StockCountedAt)}` : ''
  const missing = missingUnits({ Stock, StockReserved })
  const short = missing > 0 ? `, ${formatNumber(missing)} missing` : ''
  const sold = `${formatNumber(StockAvailable)} can be sold${short}`
  if (StockReserved === 0) return `${stock} in stock${counted}, and none ${RESERVED[way]}: ${sold}.`
  const reserved = `minus ${formatNumber(StockReserved)} ${RESERVED[way]}`
  return `${stock} in stock${counted}, ${reserved}: ${sold}.`
}
