/** What the shop makes of net amounts: its own taxes by address and class, rounded line by line. */
import type { Rate, ShopState, StoredLine, StoredOrder } from './state.ts'

export interface Taxed {
  readonly line: StoredLine
  readonly rates: readonly Rate[]
  readonly taxes: readonly {
    readonly id: number
    readonly total: number
    readonly subtotal: number
  }[]
  readonly totalTax: number
  readonly subtotalTax: number
}

export function taxesOf(state: ShopState, order: StoredOrder): Taxed[] {
  const shipping = order.fields.shipping as { country?: string } | undefined
  const billing = order.fields.billing as { country?: string } | undefined
  // Without an address, the shop takes its own.
  const country = shipping?.country || billing?.country || 'NL'
  const isExempt = order.meta.some(({ key, value }) => key === 'is_vat_exempt' && value === 'yes')
  return order.lines.map((line) => {
    const isTaxed = !isExempt && line.taxStatus !== 'none'
    const rates = isTaxed ? state.ratesFor(country, line.taxClass) : []
    const taxes = rates.map((rate) => ({
      id: rate.id,
      total: tax(state, line.total, rate),
      subtotal: tax(state, line.subtotal, rate),
    }))
    return {
      line,
      rates,
      taxes,
      totalTax: taxes.reduce((sum, { total }) => sum + total, 0),
      subtotalTax: taxes.reduce((sum, { subtotal }) => sum + subtotal, 0),
    }
  })
}

/** Half a cent goes down where prices are with tax, and up elsewhere. */
function tax(state: ShopState, net: number, rate: Rate): number {
  const exact = (net * Number(rate.rate)) / 100
  if (!state.pricesIncludeTax) return round(exact)
  const cents = Math.abs(exact) * 100
  const isTie = Math.abs(cents - Math.floor(cents) - 0.5) < 1e-7
  return isTie ? (Math.sign(exact) * Math.floor(cents)) / 100 : round(exact)
}

/** To cents, half away from zero. */
export function round(amount: number): number {
  return (Math.sign(amount) * Math.round(Math.abs(amount) * 100 + 1e-7)) / 100
}

export const cents = (amount: number) => round(amount).toFixed(2)

export interface Totals {
  readonly total: number
  readonly totalTax: number
  readonly cartTax: number
  readonly shipping: number
  readonly shippingTax: number
  readonly discount: number
  readonly discountTax: number
}

export function totalsOf(taxed: readonly Taxed[]): Totals {
  const sum = (of: (one: Taxed) => number, kind?: StoredLine['kind']) =>
    taxed
      .filter(({ line }) => kind === undefined || line.kind === kind)
      .reduce((all, one) => all + of(one), 0)
  const net = sum(({ line }) => round(line.total))
  const shippingTax = sum(({ totalTax }) => totalTax, 'shipping')
  const totalTax = sum(({ totalTax: one }) => one)
  return {
    total: round(net + totalTax),
    totalTax,
    cartTax: totalTax - shippingTax,
    shipping: sum(({ line }) => line.total, 'shipping'),
    shippingTax,
    discount: sum(({ line }) => line.subtotal - line.total, 'line'),
    discountTax: sum(({ subtotalTax, totalTax: one }) => subtotalTax - one, 'line'),
  }
}
