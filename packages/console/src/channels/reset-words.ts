/** What it costs to send everything to a channel again, in words. Pure. */
import { counted, formatNumber } from '../components/values/language.ts'

/** Products that one call answers at most, unless the channel asks for more. */
const FETCH_ITEMS = 1_000

/**
 * What comes again.
 *
 * @param listed the products that the channel lists
 * @param withParents whether parents of variants are among them
 */
export function comesAgain(listed: number, withParents: boolean): string {
  const note = withParents ? ', parents included,' : ''
  const products = `${counted(listed, 'listed product')}${note} ${listed === 1 ? 'is' : 'are'} sent`
  const fetches = counted(Math.ceil(listed / FETCH_ITEMS), 'fetch', 'fetches')
  return `${products} again, with prices and stock: at least ${fetches} of up to ${formatNumber(FETCH_ITEMS)} for the products, and as many for the prices and stock.`
}
