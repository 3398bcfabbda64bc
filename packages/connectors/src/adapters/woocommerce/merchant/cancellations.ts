/** Cancelled units in a shop that is the merchant. */
import type { CancellationToWrite, ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { sumUnits } from '../../../adapter/units.ts'
import { problemOf, type WooCalls } from '../api/calls.ts'
import { META, metaOf, type WooOrder, type WooRefund } from '../api/wire.ts'
import { orderOf, refundsOf } from '../shared/reads.ts'
import {
  amountText,
  hasMark,
  reasonWith,
  refundLines,
  restOf,
  restOfTotal,
  unitsOf,
} from '../shared/refunds.ts'

/** Reasons for which the units are not there to be sold again. */
const NOT_THERE: ReadonlySet<string | null> = new Set(['NOT_IN_STOCK', 'DAMAGED', 'INCOMPLETE'])

/**
 * Some units become a refund, which the shop puts back in stock. If none are left, the order gets the status "cancelled", with which the
 * shop puts back what is not yet back: also units that were not there, unless the rest is refunded, too.
 */
export async function cancelInShop(
  calls: WooCalls,
  { shopOrderId, cancellation, units, mark }: CancellationToWrite,
): Promise<Outcome<string>> {
  const read = await orderOf(calls, shopOrderId)
  if ('problem' in read) return read
  const order = read.done
  const refunds = await refundsOf(calls, order)
  const done = idOfDone(order, refunds, mark)
  // Cancelled in the shop at the same time: the shop has put all units back.
  if (done === undefined && order.status === 'cancelled') {
    return { done: `${order.id}-cancelled-${cancellation.Id}` }
  }
  if (done !== undefined) return { done }
  const refunded = refunds.flatMap(unitsOf)
  const rest = restOf(order, [...refunded, ...units])
  const isThere = !NOT_THERE.has(cancellation.ReasonCode)
  const isExact = !holdsMore(order, units)
  if (rest.length === 0 && isThere && isExact) return await cancelRest(calls, order, mark)
  const refund = refundLines(order, sumUnits(refunded), units)
  if ('problem' in refund) return refund
  const whole = rest.length === 0 ? { amount: amountText(restOfTotal(order, refunds)) } : {}
  const reply = await calls.ask<WooRefund>('POST', `/orders/${order.id}/refunds`, {
    body: {
      ...whole,
      reason: reasonWith(mark, cancellation.Reason ?? 'Cancelled'),
      api_refund: false,
      api_restock: isThere,
      line_items: refund.lines,
    },
  })
  if ('body' in reply) return { done: `refund-${reply.body.id}` }
  return problemOf(reply.refusal, {
    code: 'cancellation_refused',
    message: `The shop does not cancel the units of order ${order.number}.`,
    remedy: 'Cancel them in the shop by hand.',
  })
}

/** Whether the shop would put back more than these units: it has refunded others without putting them back. */
function holdsMore({ line_items }: WooOrder, units: readonly ShopUnits[]): boolean {
  const given = sumUnits(units)
  return line_items.some(
    (line) => Number(metaOf(line, '_reduced_stock') ?? 0) > (given.get(String(line.id)) ?? 0),
  )
}

/** A call before may have done it, and its answer was lost. */
function idOfDone(
  order: WooOrder,
  refunds: readonly WooRefund[],
  mark: string,
): string | undefined {
  const refund = refunds.find((one) => hasMark(one, mark))
  if (refund !== undefined) return `refund-${refund.id}`
  return metaOf(order, META.cancelled) === mark ? `${order.id}-cancelled` : undefined
}

async function cancelRest(
  calls: WooCalls,
  order: WooOrder,
  mark: string,
): Promise<Outcome<string>> {
  const reply = await calls.ask('PUT', `/orders/${order.id}`, {
    body: { status: 'cancelled', meta_data: [{ key: META.cancelled, value: mark }] },
  })
  if ('body' in reply) return { done: `${order.id}-cancelled` }
  return problemOf(reply.refusal, {
    code: 'cancellation_refused',
    message: `The shop does not cancel order ${order.number}.`,
    remedy: 'Cancel it in the shop by hand.',
  })
}
