/**
 * What the buyer paid for an order when it was placed. Pure, in units of Vendure.
 *
 * Vendure lowers the quantity of a line when units are cancelled, and shows amounts for what is left. So an order that is read for the first
 * time after a cancellation shows less than was paid: the payments say how much that was.
 */
import type { VendureLine, VendureOrder } from './order.ts'

/** Amounts of a line for all units that were ordered. */
export interface LineAmounts {
  readonly gross: number
  /** Without discounts of the line and the line's part in those of the order. */
  readonly paid: number
}

/** Amounts of an order. */
export interface OrderAmounts {
  readonly lines: ReadonlyMap<string, LineAmounts>
  /** With surcharges, such as the fee of a payment method. */
  readonly shipping: number
  readonly shippingTax: number
  /** Surcharges that are negative. */
  readonly discount: number
}

/** The amounts of an order as it was placed. */
export function amountsOf(order: VendureOrder): OrderAmounts {
  const placed = order.lines.filter(wasOrdered)
  const lines = new Map(placed.map((line) => [line.id, lineAmounts(line)]))
  const extra = surchargesOf(order)
  const shipping = Math.round(shippingOf(order, 'priceWithTax', 'amountWithTax')) + extra.added
  const shippingTax =
    shipping - shippingOf(order, 'price', 'amount') - (extra.added - extra.addedTax)
  const paid = paidFor(order)
  if (paid !== undefined) {
    const sum = placed.reduce((total, { id }) => total + (lines.get(id)?.paid ?? 0), 0)
    correct(lines, placed.filter(isChanged), sum + shipping - extra.discount - paid)
  }
  // Vendure does not round the price of shipping without tax.
  return { lines, shipping, shippingTax: Math.round(shippingTax), discount: extra.discount }
}

/** Whether a line was part of the order when it was placed: the staff of a shop can add lines later. */
export function wasOrdered({ orderPlacedQuantity }: VendureLine): boolean {
  return orderPlacedQuantity > 0
}

const isChanged = ({ quantity, orderPlacedQuantity }: VendureLine) =>
  quantity !== orderPlacedQuantity

function lineAmounts(line: VendureLine): LineAmounts {
  const { quantity, orderPlacedQuantity, linePriceWithTax, proratedLinePriceWithTax } = line
  if (!isChanged(line)) return { gross: linePriceWithTax, paid: proratedLinePriceWithTax }
  const gross = Math.round(unitGross(line) * orderPlacedQuantity)
  if (quantity === 0) return { gross, paid: gross }
  const discount = linePriceWithTax - proratedLinePriceWithTax
  return { gross, paid: gross - Math.round((discount / quantity) * orderPlacedQuantity) }
}

/** The price of a unit with tax: an integer, or calculated from one without tax, as for buyers in another tax zone. */
function unitGross({
  quantity,
  unitPrice,
  unitPriceWithTax,
  linePriceWithTax,
  taxRate,
}: VendureLine) {
  return unitPriceWithTax * quantity === linePriceWithTax
    ? unitPriceWithTax
    : unitPrice * (1 + taxRate / 100)
}

function shippingOf(
  { shippingLines }: VendureOrder,
  price: 'price' | 'priceWithTax',
  amount: 'amount' | 'amountWithTax',
): number {
  return shippingLines.reduce((total, line) => {
    const discounts = line.discounts.filter(
      ({ adjustmentSource }) => adjustmentSource !== 'CANCEL_ORDER',
    )
    return total + discounts.reduce((sum, one) => sum + one[amount], line[price])
  }, 0)
}

/** Surcharges of the time when the order was placed. */
function surchargesOf({ surcharges, modifications }: VendureOrder) {
  const later = new Set(modifications.flatMap((one) => (one.surcharges ?? []).map(({ id }) => id)))
  const first = surcharges.filter(({ id }) => !later.has(id))
  const added = first.filter(({ priceWithTax }) => priceWithTax > 0)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)
  return {
    added: sumOf(added.map(({ priceWithTax }) => priceWithTax)),
    addedTax: sumOf(added.map(({ price, priceWithTax }) => priceWithTax - price)),
    discount: -sumOf(
      first.filter(({ priceWithTax }) => priceWithTax < 0).map(({ priceWithTax }) => priceWithTax),
    ),
  }
}

/** What was paid for the order as it was placed. Undefined if later changes may be part of the payments. */
function paidFor({ payments, modifications }: VendureOrder): number | undefined {
  const good = (payments ?? []).filter(({ state }) => state === 'Settled' || state === 'Authorized')
  if (good.length === 0 || modifications.length > 0) return undefined
  return good.reduce((sum, { amount }) => sum + amount, 0)
}

/** Takes what is too much off the lines whose discounts can no longer be read, or adds what is missing. */
function correct(lines: Map<string, LineAmounts>, changed: readonly VendureLine[], excess: number) {
  let left = excess
  for (const { id } of changed) {
    const amounts = lines.get(id)
    if (amounts === undefined || left === 0) continue
    const paid = Math.min(amounts.gross, Math.max(0, amounts.paid - left))
    left -= amounts.paid - paid
    lines.set(id, { ...amounts, paid })
  }
}
