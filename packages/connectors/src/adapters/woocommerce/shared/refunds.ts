/** Units and amounts of refunds. WooCommerce takes more pieces than were ordered, so they are counted here. */
import type { ShopUnits } from '../../../adapter/merchant.ts'
import type { RecordProblem } from '../../../adapter/outcomes.ts'
import { sumUnits } from '../../../adapter/units.ts'
import { shareOf, toMicros, toNumber, toText } from '../api/amounts.ts'
import { metaOf, type WooLine, type WooOrder, type WooRefund } from '../api/wire.ts'

/** Ends the reason of what the hub has refunded, so that it is found again and not read as news. */
export function reasonWith(mark: string, words: string): string {
  return `${words} [${mark}]`
}

export function hasMark({ reason }: WooRefund, mark: string): boolean {
  return reason.endsWith(`[${mark}]`)
}

export function isOfHub({ reason }: WooRefund): boolean {
  return /\[entrepot:[^\]]*\]$/.test(reason)
}

/** Whether the hub has written it for a decided return. */
export function isReturn({ reason }: WooRefund): boolean {
  return /\[entrepot:[^\]]*\/return\/[^\]]*\]$/.test(reason)
}

/** Units of an order that the refund gives back. */
export function unitsOf(refund: WooRefund): ShopUnits[] {
  return refund.line_items
    .map((line) => ({
      shopLineId: String(metaOf(line, '_refunded_item_id') ?? ''),
      quantity: Math.abs(line.quantity),
    }))
    .filter(({ shopLineId, quantity }) => shopLineId !== '' && quantity > 0)
}

/** The units of each line that are not among the ones taken. */
export function restOf(order: WooOrder, units: Iterable<ShopUnits>): ShopUnits[] {
  const taken = sumUnits(units)
  return order.line_items
    .map((line) => ({
      shopLineId: String(line.id),
      quantity: line.quantity - (taken.get(String(line.id)) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Whether the refund was made after the order was shipped as a whole: then its units come back, otherwise they never left. Dates are whole
 * seconds: a refund of the same second may have been read before the completion, as what it then was.
 */
export function isAfterCompletion(order: WooOrder, refund: WooRefund): boolean {
  const completed = order.date_completed_gmt
  return completed !== null && refund.date_created_gmt > completed
}

export interface RefundLines {
  readonly lines: readonly {
    readonly id: number
    readonly quantity: number
    readonly refund_total: number
    readonly refund_tax: readonly { readonly id: number; readonly refund_total: number }[]
  }[]
  /** What the buyer paid for the units. */
  readonly grossMicros: number
}

/**
 * The lines of a refund for units, with the part of what was paid for them.
 *
 * @param before units that were refunded before
 */
export function refundLines(
  order: WooOrder,
  before: ReadonlyMap<string, number>,
  units: readonly ShopUnits[],
): RefundLines | { readonly problem: RecordProblem } {
  const lines: RefundLines['lines'][number][] = []
  let grossMicros = 0
  for (const { shopLineId, quantity } of units) {
    const line = order.line_items.find(({ id }) => String(id) === shopLineId)
    const start = before.get(shopLineId) ?? 0
    if (line === undefined || start + quantity > line.quantity) {
      return { problem: tooMany(order, line, start, quantity) }
    }
    const share = (amount: string) => shareOf(toMicros(amount), start, quantity, line.quantity)
    const taxes = line.taxes
      .filter(({ total }) => total !== '')
      .map(({ id, total }) => ({ id, refund_total: toNumber(share(total)) }))
    lines.push({
      id: line.id,
      quantity,
      refund_total: toNumber(share(line.total)),
      refund_tax: taxes,
    })
    grossMicros +=
      share(line.total) + taxes.reduce((sum, tax) => sum + toMicros(tax.refund_total), 0)
  }
  return { lines, grossMicros }
}

function tooMany(
  order: WooOrder,
  line: WooLine | undefined,
  refunded: number,
  quantity: number,
): RecordProblem {
  const name =
    line === undefined ? 'a line that the order no longer has' : JSON.stringify(line.name)
  return {
    code: 'units_not_left',
    message: `Order ${order.number} has not ${quantity} units left of ${name}: ${line?.quantity ?? 0} were ordered and ${refunded} are refunded.`,
    remedy:
      'Compare the refunds of the order in the shop with the hub, and refund the rest by hand.',
  }
}

/** The amount of a refund as the shop wants it: a text with a dot. */
export function amountText(micros: number): string {
  return toText(micros, 2)
}

/** What is left of the total of an order after its refunds. */
export function restOfTotal(order: WooOrder, refunds: readonly WooRefund[]): number {
  return refunds.reduce((rest, { amount }) => rest - toMicros(amount), toMicros(order.total))
}
