/** What the merchant cannot deliver. */
import type { ChannelCancellationToWrite } from '../../../adapter/channel.ts'
import type { ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { sumUnits, unitsLeft } from '../../../adapter/units.ts'
import { type Call, type ErrorResult, problemOf } from '../api.ts'
import { withMark } from '../mark.ts'
import { cancelledBefore, cancelledWith, shippedOf } from '../orders/cancellations-of.ts'
import { amountsOf } from '../orders/map-amounts.ts'
import { type LineQuantity, toLines, type VendureOrder } from '../orders/order.ts'
import { readOrder } from '../orders/read-orders.ts'
import { stockChange } from '../products/stock.ts'
import { orderMissing } from './problems.ts'
import { leftToRefund, refund } from './refunds.ts'

/**
 * The units go out of the stock in the same request, since Vendure puts them on sale again: the next offer of the hub says whether they
 * are for sale. In a request of its own, this would be lost with a crash in between.
 */
const CANCEL = `mutation ($input: CancelOrderInput!, $variants: [UpdateProductVariantInput!]!) {
  cancelOrder(input: $input) { ... on Order { id } ... on ErrorResult { errorCode message } }
  updateProductVariants(input: $variants) { id }
}`
const FINISH = `mutation ($id: ID!) { transitionOrderToState(id: $id, state: "Shipped") { __typename } }`
const RESTORE = `mutation ($variants: [UpdateProductVariantInput!]!) { updateProductVariants(input: $variants) { id } }`

/** How the adapter cancels in one shop. */
export interface CancelOptions {
  readonly call: Call
  readonly stockLocationId: string
  readonly refunds: boolean
}

/**
 * Cancels units once: the mark is in the reason, which the history of the order keeps.
 *
 * @returns the id of the entry in the history
 */
export async function writeCancellation(
  options: CancelOptions,
  toWrite: ChannelCancellationToWrite,
): Promise<Outcome<string>> {
  const { shopOrderId, mark } = toWrite
  const order = await readOrder(options.call, shopOrderId)
  if (order === undefined) return { problem: orderMissing(shopOrderId) }
  const written = cancelledWith(order, mark)
  const lines = written ?? linesLeft(order, toWrite.units)
  const isWritten = written !== undefined
  if (!isWritten && lines.length > 0) {
    const problem = await cancel(options, order, lines, toWrite)
    if (problem !== undefined) return { problem }
  }
  // Vendure looks at the units that are left only when something is shipped.
  if (isShipped(order, isWritten ? [] : lines)) await options.call(FINISH, { id: order.id })
  const done = { done: `cancellation-${mark}` }
  if (!options.refunds || lines.length === 0) return done
  // What was given back before, such as by a refund of an amount, is not paid twice.
  const amount = Math.min(paidFor(order, lines, mark), leftToRefund(order, mark))
  if (amount === 0) return done
  const reason = reasonOf(toWrite)
  const refunded = await refund(options.call, { order, lines, amount, reason, mark })
  return 'problem' in refunded ? refunded : done
}

/** Units that somebody has cancelled in the shop, too, are left out. Vendure would cancel shipped ones instead. */
function linesLeft(order: VendureOrder, units: readonly ShopUnits[]): readonly LineQuantity[] {
  const shipped = sumUnits(shippedOf(order))
  const left = order.lines.map(
    ({ id, quantity }) => [id, quantity - (shipped.get(id) ?? 0)] as const,
  )
  return toLines(unitsLeft(units, new Map(left)))
}

async function cancel(
  { call, stockLocationId }: CancelOptions,
  order: VendureOrder,
  lines: readonly LineQuantity[],
  toWrite: ChannelCancellationToWrite,
) {
  const input = {
    orderId: order.id,
    lines,
    reason: withMark(reasonOf(toWrite), toWrite.mark),
    // Nothing is sent any more.
    cancelShipping: isEverything(order, lines),
  }
  const variants = await stockChange(call, stockLocationId, unitsByVariant(order, lines, -1))
  const { cancelOrder } = await call<{ cancelOrder: ErrorResult }>(CANCEL, { input, variants })
  const problem = problemOf(cancelOrder)
  if (problem === undefined) return undefined
  const back = await stockChange(call, stockLocationId, unitsByVariant(order, lines, 1))
  await call(RESTORE, { variants: back })
  return problem
}

function reasonOf({ cancellation }: ChannelCancellationToWrite): string {
  return cancellation.Reason || 'Not available'
}

/** Whether no unit of the order is left. */
function isEverything({ lines }: VendureOrder, cancelled: readonly LineQuantity[]): boolean {
  const taken = new Map(cancelled.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  return lines.every(({ id, quantity }) => quantity <= (taken.get(id) ?? 0))
}

/** Whether all units that are left of a partially shipped order are shipped. */
function isShipped(order: VendureOrder, cancelled: readonly LineQuantity[]): boolean {
  if (order.state !== 'PartiallyShipped') return false
  const taken = new Map(cancelled.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  const shipped = sumUnits(shippedOf(order))
  return order.lines.every(
    ({ id, quantity }) => quantity - (taken.get(id) ?? 0) <= (shipped.get(id) ?? 0),
  )
}

function unitsByVariant({ lines }: VendureOrder, cancelled: readonly LineQuantity[], sign: 1 | -1) {
  const units = new Map<string, number>()
  for (const { orderLineId, quantity } of cancelled) {
    const id = lines.find((line) => line.id === orderLineId)?.productVariant.id
    if (id !== undefined) units.set(id, (units.get(id) ?? 0) + sign * quantity)
  }
  return units
}

/**
 * What the buyer paid for the units of a cancellation: what the price of all cancelled units of a line grows by, so that several cancellations
 * add up to the price of the line; with the shipping costs if nothing is left of the order.
 */
export function paidFor(
  order: VendureOrder,
  cancelled: readonly LineQuantity[],
  mark: string,
): number {
  const amounts = amountsOf(order)
  const before = cancelledBefore(order, mark)
  const taken = new Map(cancelled.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  let paid = 0
  let isEmpty = true
  for (const { id, orderPlacedQuantity } of order.lines) {
    const from = before.get(id) ?? 0
    const to = from + (taken.get(id) ?? 0)
    if (to < orderPlacedQuantity) isEmpty = false
    if (orderPlacedQuantity === 0) continue
    const price = amounts.lines.get(id)?.paid ?? 0
    const upTo = (units: number) => Math.round((price * units) / orderPlacedQuantity)
    paid += upTo(to) - upTo(from)
  }
  return isEmpty ? paid + amounts.shipping : paid
}
