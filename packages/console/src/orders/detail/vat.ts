/** The VAT of an order, in words. Pure. */
import { formatPercent } from '../../components/values/language.ts'
import type { Order } from '../order.ts'

const SOURCES = {
  given: ' (set by the channel)',
  product: '',
  destination: '',
  'outside-area': ' (outside the VAT area)',
  business: ' (business with a VAT number)',
} as const satisfies Record<NonNullable<Order['ShippingVatSource']>, string>

/**
 * The rate, with what decided it unless that is the rule of the settings. Undefined while a product is unknown.
 *
 * @example vatText(19, 'destination') // '19% VAT'
 */
export function vatText(rate: number | null, source: Order['ShippingVatSource']) {
  if (rate === null) return undefined
  return `${formatPercent(rate)} VAT${source ? SOURCES[source] : ''}`
}
