/** Returns: those that the merchant has decided, and refunds that the staff of the shop has made. */
import type { ChannelRefundToWrite, ChannelReturnToWrite } from '../../../adapter/channel.ts'
import type { ReadPage, ShopReturn, ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import type { Call } from '../api.ts'
import type { ShopFacts } from '../facts.ts'
import { hasMark, isMarked } from '../mark.ts'
import { fromUnits, toUnits } from '../money.ts'
import { followUnits } from '../orders/cancellations-of.ts'
import { isForHub } from '../orders/map-order.ts'
import { type LineQuantity, ORDER_FIELDS, toLines, type VendureOrder } from '../orders/order.ts'
import { readOrder } from '../orders/read-orders.ts'
import { orderMissing } from './problems.ts'
import { noteOnce, refund, refundsOf } from './refunds.ts'

/** Refunds a return, or leaves a note for the staff of the shop that says what is due. */
export async function writeReturn(
  call: Call,
  facts: ShopFacts,
  refunds: boolean,
  { shopOrderId, decided, units, refundInclVat, mark }: ChannelReturnToWrite,
): Promise<Outcome<string>> {
  const order = await readOrder(call, shopOrderId)
  if (order === undefined) return { problem: orderMissing(shopOrderId) }
  const reference = decided.MerchantReturnReference
  const due = `${refundInclVat} ${order.currencyCode}`
  if (!refunds || refundInclVat === 0) {
    const text = `Return ${reference}: the merchant has decided it. To be refunded: ${due}.`
    return { done: await noteOnce(call, order, text, mark) }
  }
  const amount = toUnits(refundInclVat, facts.precision)
  if (amount === undefined)
    return { problem: tooPrecise(`return ${reference}`, due, facts.precision) }
  const lines = toLines(units)
  // A return that came from a refund of the shop: the buyer has that part already.
  const [, refundId] = /^refund-(.+)$/.exec(decided.ChannelReturnReference ?? '') ?? []
  const reason = `Return ${reference}`
  return await refund(call, { order, lines, amount, reason, mark, refundId })
}

/** Gives an amount back, or leaves a note for the staff of the shop that says what is due. */
export async function writeRefund(
  call: Call,
  facts: ShopFacts,
  refunds: boolean,
  { shopOrderId, refund: given, mark, taken }: ChannelRefundToWrite,
): Promise<Outcome<string>> {
  const order = await readOrder(call, shopOrderId)
  if (order === undefined) return { problem: orderMissing(shopOrderId) }
  const { MerchantReference: reference, RefundInclVat, Reason, CreatedAt } = given
  const due = `${RefundInclVat} ${order.currencyCode}`
  if (!refunds) {
    const text = `Refund ${reference}: the merchant gives back a part of the price. To be refunded: ${due}. ${Reason}`
    return { done: await noteOnce(call, order, text, mark) }
  }
  const amount = toUnits(RefundInclVat, facts.precision)
  if (amount === undefined)
    return { problem: tooPrecise(`refund ${reference}`, due, facts.precision) }
  const refundId = byStaff(order, { amount, since: CreatedAt, mark, taken })
  const reason = `Refund ${reference}`
  return await refund(call, { order, lines: [], amount, reason, mark, refundId })
}

/** What the staff has refunded for it meanwhile, such as after a refusal, is not paid again. */
function byStaff(
  order: VendureOrder,
  wanted: { amount: number; since: string; mark: string; taken: ReadonlySet<string> },
): string | undefined {
  const refunds = refundsOf(order)
  if (refunds.some(({ reason }) => isMarked(reason, wanted.mark))) return undefined
  const found = refunds
    .filter(({ reason, lines }) => !hasMark(reason) && lines.length === 0)
    .filter(({ id }) => !wanted.taken.has(id) && !wanted.taken.has(`refund-${id}`))
    .find(({ total, createdAt }) => total === wanted.amount && isSince(createdAt, wanted.since))
  return found?.id
}

const isSince = (time: string, from: string) => Date.parse(time) >= Date.parse(from)

function tooPrecise(what: string, due: string, precision: number): RecordProblem {
  return {
    code: 'refund_too_precise',
    message: `What ${what} gives back is ${due}, and the shop stores ${precision} decimals.`,
    remedy: 'Refund the buyer in another way, and mark the problem as solved.',
  }
}

/** How long buyers send things back, in days. */
const RETURN_DAYS = 60

const PAGE_SIZE = 100

const REFUNDED = `query ($options: OrderListOptions) {
  orders(options: $options) { items { id payments { refunds { id } } } }
}`
const ORDERS = `query ($options: OrderListOptions) { orders(options: $options) { items { ${ORDER_FIELDS} } } }`

/**
 * Reads the refunds of the last orders. A refund does not change its order, so there is no "changed since": the orders are read again, as
 * often as the settings say. The cursor is the time of the last read.
 */
export async function* readReturns(
  call: Call,
  facts: () => Promise<ShopFacts>,
  everyMinutes: number,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopReturn>> {
  const now = Date.now()
  if (cursor !== undefined && now - Date.parse(cursor) < everyMinutes * 60_000) return
  const since = new Date(now - RETURN_DAYS * 24 * 3_600_000).toISOString()
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const options = {
      filter: { orderPlacedAt: { after: since } },
      sort: { orderPlacedAt: 'ASC' },
      ...{ skip, take: PAGE_SIZE },
    }
    const { orders } = await call<{
      orders: { items: readonly Pick<VendureOrder, 'id' | 'payments'>[] }
    }>(REFUNDED, { options })
    const ids = orders.items
      .filter(({ payments }) => payments?.some(({ refunds }) => refunds.length > 0))
      .map(({ id }) => id)
    const { precision } = await facts()
    if (ids.length > 0) {
      const full = await call<{ orders: { items: readonly VendureOrder[] } }>(ORDERS, {
        options: { filter: { id: { in: ids } }, take: PAGE_SIZE },
      })
      const records = full.orders.items
        .filter(isForHub)
        .flatMap((order) => toReturns(order, precision))
      yield { records }
    }
    if (orders.items.length < PAGE_SIZE) break
  }
  yield { records: [], cursor: new Date(now).toISOString() }
}

/** The refunds of one order. */
export async function readReturnsOf(
  call: Call,
  facts: () => Promise<ShopFacts>,
  id: string,
): Promise<readonly ShopReturn[]> {
  const order = await readOrder(call, id)
  return order === undefined || !isForHub(order) ? [] : toReturns(order, (await facts()).precision)
}

/**
 * The refunds of an order that are not the hub's, and that do not pay for cancelled units: the cancellation says that already. Pure.
 */
export function toReturns(order: VendureOrder, precision: number): readonly ShopReturn[] {
  const { cancelled, takenBack } = followUnits(order)
  const unpaid = new Map(cancelled)
  let worth = worthOf(order, cancelled)
  return refundsOf(order)
    .filter(({ reason }) => !hasMark(reason))
    .flatMap((one): readonly ShopReturn[] => {
      const { id, lines, total, reason } = one
      const units = unitsBack(lines, unpaid)
      // A refund without units pays for cancelled ones as far as they are not paid for.
      const covered = lines.length === 0 ? Math.min(worth, total) : worthOfRest(order, lines, units)
      worth -= covered
      const amount = Math.max(0, total - covered)
      if (units.length === 0 && amount === 0) return []
      return [
        {
          ...{ shopId: `refund-${id}`, shopOrderId: order.id, units },
          refundInclVat: fromUnits(amount, precision),
          ...(reason && { reason }),
          restocked: units.some(({ shopLineId }) => (takenBack.get(shopLineId) ?? 0) > 0),
        },
      ]
    })
}

/** The units of a refund that were not cancelled before they were shipped. Takes the others off `unpaid`. */
function unitsBack(lines: readonly LineQuantity[], unpaid: Map<string, number>): ShopUnits[] {
  return lines.flatMap(({ orderLineId, quantity }) => {
    const before = unpaid.get(orderLineId) ?? 0
    const forCancelled = Math.min(quantity, before)
    unpaid.set(orderLineId, before - forCancelled)
    const left = quantity - forCancelled
    return left > 0 ? [{ shopLineId: orderLineId, quantity: left }] : []
  })
}

/** What the buyer paid for the units of a refund that do not come back. */
function worthOfRest(
  order: VendureOrder,
  lines: readonly LineQuantity[],
  units: readonly ShopUnits[],
): number {
  const back = new Map(units.map(({ shopLineId, quantity }) => [shopLineId, quantity]))
  const rest = lines.map(({ orderLineId, quantity }) => {
    return [orderLineId, quantity - (back.get(orderLineId) ?? 0)] as const
  })
  return worthOf(order, new Map(rest))
}

/** What the buyer paid for units, in units of money. */
function worthOf({ lines }: VendureOrder, units: ReadonlyMap<string, number>): number {
  return lines.reduce((sum, line) => {
    const { id, quantity, unitPriceWithTax, proratedLinePriceWithTax } = line
    const unit = quantity > 0 ? proratedLinePriceWithTax / quantity : unitPriceWithTax
    return sum + Math.round(unit * (units.get(id) ?? 0))
  }, 0)
}
