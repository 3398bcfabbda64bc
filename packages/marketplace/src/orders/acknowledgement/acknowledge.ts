import { type Database, isUniqueViolation, type Transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { insertOrderEvents } from '../history/order-event-store.ts'
import type { AcknowledgementRequest } from '../record/merchant-schema.ts'
import { factsOf, unitsOfOrder } from '../record/response.ts'
import { noSuchOrder, refuseAcknowledgement } from '../record/state/actions.ts'
import { orderStatus } from '../record/state/status.ts'
import type { OrderStatus } from '../record/state/statuses.ts'
import * as store from '../record/store.ts'
import { acknowledgeStock } from '../stock/movement-store.ts'
import { giveReferences } from './give-references.ts'
import { acknowledgementIssues, isSameAcknowledgement } from './rules.ts'

/** How often a reference that the hub gives may be taken by another order before it is stored. */
const ATTEMPTS = 20

/**
 * Acknowledges a new order. The order and each of its lines get a reference, which later calls use: those that the merchant gives them, or
 * else free ones that the hub gives them. The order becomes IN_PROGRESS. A repeat with the same references, or without any, returns the order
 * unchanged.
 *
 * Refusals: `MARKET_NOT_FOUND` unknown OrderId or OrderLineId; `MARKET_INVALID_INPUT` a line is missing or named twice;
 * `MARKET_ORDER_STATUS` the order requires correction, or is cancelled; `MARKET_REFERENCE_IN_USE` the order already has other references,
 * or another order or line has one of the references.
 *
 * @param actor who does it, for the history
 * @param alongside runs in the transaction that acknowledges the order, after everything else
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
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<store.OrderRow | Refusal> {
  const { customerId } = customer
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keyedTransaction(database, customerId, async (tx) => {
        return await acknowledgeIn(tx, customerId, request, actor, alongside)
      })
    } catch (error) {
      const taken = takenIn(error)
      if (taken === undefined) throw error
      const isGiven = request[taken.name] !== undefined
      if (isGiven || attempt === ATTEMPTS) return refuseTaken(`/${taken.name}`, taken.message)
    }
  }
}

async function acknowledgeIn(
  tx: Transaction,
  customerId: string,
  request: AcknowledgementRequest,
  actor: Actor,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<store.OrderRow | Refusal> {
  const { OrderId: orderId } = request
  const order = await store.lockOrder(tx, customerId, orderId)
  if (order === undefined) return noSuchOrder(orderId)
  const issues = acknowledgementIssues(order, request)
  if (issues.length > 0) return refuseLines(order, request, issues)
  if (isSameAcknowledgement(order, request)) return order
  const refusal = refuseAcknowledgement(factsOf(order))
  if (refusal) return { ...refusal, errors: correctionsOf(order) }
  const given = await giveReferences(tx, customerId, order, request)
  if (isRefusal(given)) return given
  const status = statusAcknowledged(order)
  await store.setMerchantReferences(tx, customerId, given, status)
  await acknowledgeStock(tx, customerId, orderId)
  const { ChannelId: channelId, Status: statusBefore } = order
  const type = 'order.acknowledged'
  const event = { orderId, channelId, type, statusBefore, status, actor } as const
  await insertOrderEvents(tx, customerId, [event])
  await alongside?.(tx)
  return (await store.findOrder(tx, customerId, orderId)) as store.OrderRow
}

/** Which reference another order has taken, where that is the reason of an error. */
function takenIn(error: unknown) {
  if (isUniqueViolation(error, 'orders_by_merchant_reference')) {
    const message = 'is the reference of another order'
    return { name: 'MerchantOrderReference', message } as const
  }
  if (isUniqueViolation(error, 'order_lines_by_merchant_reference')) {
    const message = 'contain a reference that a line of another order has'
    return { name: 'Lines', message } as const
  }
  return undefined
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
  if (request.Lines?.every((line) => known.has(line.OrderLineId)) ?? true)
    return refuseIssues(issues)
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
