/** The events of orders, as the transactions that lock orders write them. */
import { type Sql, sql, type Transaction } from '@entrepot/database'
import { appendEvents, appendingEvents, type NewEvent } from '../../kit/events/store.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import type { EventType } from '../../kit/shared/names.ts'
import type { RecordKind } from '../record/state/record-kinds.ts'
import type { OrderStatus } from '../record/state/statuses.ts'
import type { ReplacedProduct } from './schema.ts'

/** The types of events after the creation of an order, except `order.status_changed`, which follows from the statuses. */
export type OrderEventType = Extract<EventType, `${'order' | RecordKind}.${string}`>

/** An event to be stored, with the status of the order before and after it. */
export interface NewOrderEvent {
  readonly orderId: number
  readonly channelId: number
  readonly type: Exclude<OrderEventType, 'order.created' | 'order.status_changed'>
  readonly statusBefore: OrderStatus
  readonly status: OrderStatus
  readonly actor: Actor
  /** The record that it is about. */
  readonly record?: { readonly Kind: RecordKind; readonly Reference: string }
  /** Of `order.combined`: false if the order was taken out of its combination. */
  readonly isCombined?: boolean
  /** Of `order.commented`. */
  readonly comment?: string
  /** Of `order.corrected`. */
  readonly replaced?: readonly ReplacedProduct[] | undefined
}

/** Stores events of orders, each followed by `order.status_changed` if the status has changed. The caller has locked the orders. */
export async function insertOrderEvents(
  tx: Transaction,
  customerId: string,
  events: readonly NewOrderEvent[],
): Promise<void> {
  await appendEvents(tx, customerId, events.flatMap(toEvents))
}

function toEvents(event: NewOrderEvent): readonly NewEvent[] {
  const { orderId, channelId, actor, status, statusBefore, record, isCombined, comment } = event
  const subject = { kind: 'order', id: orderId } as const
  const data = {
    ...{ Status: status, Record: record, IsCombined: isCombined, Comment: comment },
    Replaced: event.replaced,
  }
  const own: NewEvent = { type: event.type, subject, channelId, actor, data }
  if (status === statusBefore) return [own]
  return [own, { ...own, type: 'order.status_changed', data: statusChange(status, statusBefore) }]
}

function statusChange(status: OrderStatus, before: OrderStatus) {
  return { Status: status, StatusBefore: before }
}

/**
 * Returns the statement that stores the events of new records, for a `with` of the statement that stores the records. The caller has locked
 * the orders.
 *
 * @param records a query with the columns number, kind, reference, "orderId", "channelId", "statusBefore", "orderStatus", "keyId", actor,
 * "requestId" and "occurredAt"
 */
export function appendingRecordEvents(customerId: string, records: Sql): Sql {
  return appendingEvents(
    customerId,
    sql`
    select e.number, e.type, 'order' as "subjectKind", r."orderId"::text as "subjectId", r."channelId", r."keyId", r.actor,
      r."requestId", e.data, r."occurredAt"
    from (${records}) r cross join lateral (
      select r.number * 2 as number, r.kind || '.created' as type, jsonb_build_object('Status', r."orderStatus", 'Record',
        jsonb_build_object('Kind', r.kind, 'Reference', r.reference)) as data
      union all
      select r.number * 2 + 1, 'order.status_changed',
        jsonb_build_object('Status', r."orderStatus", 'StatusBefore', r."statusBefore")
      where r."statusBefore" <> r."orderStatus"
    ) e`,
  )
}
