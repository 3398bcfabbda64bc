import { type Database, isUniqueViolation } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Issue, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { insertOrderEvents } from '../history/order-event-store.ts'
import type { AcknowledgementRequest } from '../record/merchant-schema.ts'
import { factsOf, unitsOfOrder } from '../record/response.ts'
import { refuseAcknowledgement } from '../record/state/actions.ts'
import { orderStatus } from '../record/state/status.ts'
import type { OrderStatus } from '../record/state/statuses.ts'
import * as store from '../record/store.ts'
import { acknowledgeStock } from '../stock/movement-store.ts'
import { acknowledgementIssues, isSameAcknowledgement } from './rules.ts'

/**
 * Acknowledges a new order. The merchant gives the order and each of its lines a reference, which later calls use. The order becomes
 * IN_PROGRESS. A repeat with the same references returns the order unchanged.
 *
 * Refusals: `MARKET_NOT_FOUND` unknown OrderId or OrderLineId; `MARKET_INVALID_INPUT` a line is missing or named twice;
 * `MARKET_ORDER_STATUS` the order requires correction, or is cancelled; `MARKET_REFERENCE_IN_USE` the order already has other references,
 * or another order or line has one of the references.
 *
 * @param actor who does it, for the history
 * @example
 * const order = await acknowledgeOrder(database, customer, {
 *   OrderId: 7, MerchantOrderReference: 'A-7', Lines: [{ OrderLineId: 9, MerchantOrderLineReference: 'A-7-1' }],
 * })
 */
export async function acknowledgeOrder(
  database: Database,
  customer: Customer,
  request: AcknowledgementRequest,
  actor: Actor = SYSTEM,
): Promise<store.OrderRow | Refusal> {
  const { customerId } = customer
  try {
    return await keyedTransaction(database, customerId, async (tx) => {
      const order = await store.lockOrder(tx, customerId, request.OrderId)
      if (order === undefined) {
        return refuse('MARKET_NOT_FOUND', `There is no order with Id ${request.OrderId}.`)
      }
      const issues = acknowledgementIssues(order, request)
      if (issues.length > 0) return refuseLines(order, request, issues)
      if (isSameAcknowledgement(order, request)) return order
      const refusal = refuseAcknowledgement(factsOf(order))
      if (refusal) return { ...refusal, errors: correctionsOf(order) }
      const status = statusAcknowledged(order)
      await store.setMerchantReferences(tx, customerId, request, status)
      await acknowledgeStock(tx, customerId, request.OrderId)
      const orderId = request.OrderId
      const { ChannelId: channelId, Status: statusBefore } = order
      const type = 'order.acknowledged'
      const event = { orderId, channelId, type, statusBefore, status, actor } as const
      await insertOrderEvents(tx, customerId, [event])
      const acknowledged = await store.findOrder(tx, customerId, request.OrderId)
      return acknowledged as store.OrderRow
    })
  } catch (error) {
    if (isUniqueViolation(error, 'orders_by_merchant_reference')) {
      return refuseTaken('/MerchantOrderReference', 'is the reference of another order')
    }
    if (isUniqueViolation(error, 'order_lines_by_merchant_reference')) {
      return refuseTaken('/Lines', 'contain a reference that a line of another order has')
    }
    throw error
  }
}

/** The channel may have cancelled part of the order before. */
function statusAcknowledged(order: store.OrderRow): OrderStatus {
  return orderStatus({
    units: unitsOfOrder(order),
    isAcknowledged: true,
    needsCorrection: false,
    isClosed: false,
    combination: 'none',
  })
}

/** An unknown line is answered like an unknown record. Other issues are issues of the input. */
function refuseLines(
  order: store.OrderRow,
  request: AcknowledgementRequest,
  issues: readonly Issue[],
): Refusal {
  const known = new Set(order.Lines.map((line) => line.Id))
  if (request.Lines.every((line) => known.has(line.OrderLineId))) return refuseIssues(issues)
  return refuse('MARKET_NOT_FOUND', 'The order does not have all of these lines.', issues)
}

function refuseTaken(path: string, message: string): Refusal {
  const detail = 'A reference is already in use. Nothing was acknowledged.'
  return refuse('MARKET_REFERENCE_IN_USE', detail, [{ path, message }])
}

/** What is left to correct, as issues. */
function correctionsOf({ Status, Corrections }: store.OrderRow): readonly Issue[] {
  if (Status !== 'REQUIRES_CORRECTION') return []
  return Corrections.map(({ Path, Message }) => ({ path: Path, message: Message }))
}
