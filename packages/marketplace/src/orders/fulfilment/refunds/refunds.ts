/** Creates and reads refunds without a return. */
import type { Connection, Database, Transaction } from '@entrepot/database'
import { fromStoredActor } from '../../../kit/principals/actor.ts'
import type { Caller, Principal } from '../../../kit/principals/principal.ts'
import { toActorResponse } from '../../../kit/principals/schema.ts'
import { hashContent } from '../../../kit/shared/canonical-json.ts'
import { isRefusal, type Refusal, refuse, refuseIssues } from '../../../kit/shared/errors.ts'
import type { Cursor } from '../../../kit/shared/paging.ts'
import { insertOrderEvents } from '../../history/order-event-store.ts'
import { findLinesOfOrders, updateLineStates } from '../../record/line-state-store.ts'
import {
  lockOrderStates,
  type OrderState,
  updateOrderStates,
} from '../../record/order-state-store.ts'
import { transactionOnOrders } from '../../record/order-transaction.ts'
import { noAcknowledgedOrder } from '../../record/state/actions.ts'
import { nameIssues } from '../records/draft.ts'
import type { RecordFilter } from '../records/list-store.ts'
import { findRefundedGoods } from '../records/refund-store.ts'
import { NOTHING_REFUNDED } from '../rules/payments.ts'
import { planRefund, type RefundPlan } from './rules.ts'
import type { RefundRecord, RefundRequest, RefundResponse } from './schema.ts'
import {
  findRefund,
  insertRefund,
  listRefundRows,
  type NewRefund,
  type RefundRow,
} from './store.ts'

/** A refund that was created now, or by an earlier request with the same content. */
export interface RecordedRefund {
  readonly created: boolean
  readonly row: RefundRow
}

/**
 * Refunds a part of what was paid for an acknowledged order, without a return: a price reduction, for example. What is refunded is no longer refunded
 * by returns. A repeat with equal content returns the first refund.
 *
 * Refusals: `MARKET_NOT_FOUND` unknown order or line; `MARKET_REFUND_EXCEEDED` more than is left; `MARKET_REFERENCE_IN_USE`;
 * `MARKET_INVALID_INPUT`.
 *
 * @example
 * await createRefund(database, caller, { MerchantReference: 'M-1', MerchantOrderReference: 'A-1', RefundInclVat: 5, Reason: 'Scratched' })
 */
export async function createRefund(
  database: Database,
  { customer: { customerId }, actor }: Caller,
  request: RefundRequest,
): Promise<RecordedRefund | Refusal> {
  const issues = nameIssues(request.Lines ?? [])
  if (issues.length > 0) return refuseIssues(issues)
  const { MerchantReference: reference, MerchantOrderReference: name, Reason: reason } = request
  const contentHash = hashContent(request)
  return await transactionOnOrders(database, customerId, async (tx, readsFirst) => {
    const names = { merchantReferences: [name] }
    const locked = await lockOrderStates(tx, customerId, names, readsFirst)
    // Those of its combination are locked, too.
    const order = locked.find(({ merchantReference }) => merchantReference === name)
    const known = await findRefund(tx, customerId, reference)
    if (known)
      return known.contentHash === contentHash
        ? { created: false, row: known }
        : refuseReference(reference)
    if (order === undefined) return noAcknowledgedOrder(name)
    const { orderId, channelId, status } = order
    const lines = await findLinesOfOrders(tx, customerId, [orderId])
    const refunded = await findRefundedGoods(tx, customerId, [orderId])
    const plan = planRefund(request, order, lines, refunded.get(orderId) ?? NOTHING_REFUNDED)
    if (isRefusal(plan)) return plan
    const refund = { reference, orderId, channelId, contentHash, reason, actor }
    await storeRefund(tx, customerId, { ...refund, status }, plan)
    return { created: true, row: (await findRefund(tx, customerId, reference)) as RefundRow }
  })
}

/** Stores a refund with its effect on the order, and the event of it. */
async function storeRefund(
  tx: Transaction,
  customerId: string,
  { status, ...refund }: Omit<NewRefund, 'stored'> & Pick<OrderState, 'status'>,
  plan: RefundPlan,
): Promise<void> {
  const { orderId, channelId, reference, actor } = refund
  await updateLineStates(tx, customerId, plan.lines)
  await updateOrderStates(tx, customerId, [plan.order])
  // Last, because this takes the customer's clock.
  await insertRefund(tx, customerId, { ...refund, stored: plan.stored })
  const record = { Kind: 'refund', Reference: reference } as const
  const subject = { orderId, channelId, statusBefore: status, status }
  await insertOrderEvents(tx, customerId, [{ ...subject, type: 'refund.created', actor, record }])
}

function refuseReference(reference: string): Refusal {
  const detail = `The refund ${JSON.stringify(reference)} already exists with other content. Give this one another reference.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

/** Reads a refund by the merchant's reference. A channel can read only refunds of its own orders. Refusal: `MARKET_NOT_FOUND`. */
export async function getRefund(
  connection: Connection,
  { customer, channel }: Caller,
  reference: string,
): Promise<RefundRow | Refusal> {
  const row = await findRefund(connection, customer.customerId, reference)
  if (row && (channel === null || row.channelId === channel.channelId)) return row
  return refuse('MARKET_NOT_FOUND', `There is no refund ${JSON.stringify(reference)}.`)
}

/** A page of a list. `next` is the start of the next page; undefined on the last page. */
export interface RefundPage {
  readonly rows: readonly RefundRow[]
  readonly next: Cursor | undefined
}

/** Reads a page of refunds, oldest first unless `sort` says otherwise. They become visible in the order of the list. */
export async function listRefunds(
  connection: Connection,
  { customer, channel }: Caller,
  filter: Omit<RecordFilter, 'ownChannelId'>,
  limit: number,
): Promise<RefundPage> {
  const own = { ...filter, ownChannelId: channel?.channelId }
  const rows = await listRefundRows(connection, customer.customerId, own, limit)
  const last = rows.at(-1)
  const isFull = last !== undefined && rows.length === limit
  return { rows, next: isFull ? { micros: last.micros, id: String(last.refundId) } : undefined }
}

/** Converts a refund to what webhooks send of it. */
export function toRefundRecord(row: RefundRow): RefundRecord {
  return {
    MerchantReference: row.reference,
    Id: row.refundId,
    OrderId: row.orderId,
    ChannelId: row.channelId,
    MerchantOrderReference: row.merchantOrderReference,
    ChannelOrderReference: row.channelOrderReference,
    CurrencyCode: row.currencyCode,
    RefundInclVat: row.refundInclVat,
    RefundExclVat: row.refundExclVat,
    RefundShippingInclVat: row.refundShippingInclVat,
    Reason: row.reason,
    Lines: [...row.lines],
    CreatedAt: row.createdAt.toISOString(),
  }
}

/** Converts a refund to its answer for a reader. Who acts for a merchant is not shown to channels. */
export function toRefundResponse(
  row: RefundRow,
  { channel }: Pick<Principal, 'channel'>,
): RefundResponse {
  const actor = channel === null ? toActorResponse(fromStoredActor(row, row.keyLabel)) : null
  return { ...toRefundRecord(row), CreatedBy: actor }
}
