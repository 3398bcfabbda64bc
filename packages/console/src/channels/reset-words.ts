/** What it costs to send everything to a channel again, in words. Pure. */
import { counted, formatNumber } from '../components/values/language.ts'

/** Products that a poll answers at most, unless the channel asks for more. */
const POLL_ITEMS = 1_000

/** What comes again. @param listed the products that the channel lists */
export function comesAgain(listed: number): string {
  const products = counted(listed, 'listed product is sent', 'listed products are sent')
  const polls = counted(Math.ceil(listed / POLL_ITEMS), 'poll')
  return `${products} again, as updates and as offers: at least ${polls} of ${formatNumber(POLL_ITEMS)} products, and as many of offers.`
}
