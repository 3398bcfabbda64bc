/** What it costs to send everything to a channel again, in words. Pure. */
import { counted, formatNumber } from '../components/values/language.ts'

/** Products that one call answers at most, unless the channel asks for more. */
const FETCH_ITEMS = 1_000

/** What comes again. @param listed the products that the channel lists */
export function comesAgain(listed: number): string {
  const products = counted(listed, 'listed product is sent', 'listed products are sent')
  const fetches = counted(Math.ceil(listed / FETCH_ITEMS), 'fetch', 'fetches')
  return `${products} again: at least ${fetches} of up to ${formatNumber(FETCH_ITEMS)} products, and as many of prices and stock.`
}
