/** What the shop has added to a net amount. */
import { toMicros } from '../api/amounts.ts'
import type { WooCharge, WooOrder } from '../api/wire.ts'

export function grossOf(charge: { readonly total: string; readonly total_tax: string }): number {
  return toMicros(charge.total) + toMicros(charge.total_tax)
}

/** The percentage that the shop has added to a charge. */
export function percentOf(order: WooOrder, charge: WooCharge): number {
  const rates = charge.taxes
    .filter(({ total }) => total !== '')
    .flatMap(({ id }) => order.tax_lines.filter(({ rate_id }) => rate_id === id))
  const plain = rates.filter(({ compound }) => !compound)
  const factor = 1 + plain.reduce((sum, rate) => sum + rate.rate_percent, 0) / 100
  const whole = rates
    .filter(({ compound }) => compound)
    .reduce((product, rate) => product * (1 + rate.rate_percent / 100), factor)
  return (whole - 1) * 100
}
