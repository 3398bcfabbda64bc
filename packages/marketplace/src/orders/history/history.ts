/** The history of an order: its events, with their times and actors. */
import type { Connection } from '@entrepot/database'
import { fromStoredActor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { toActorResponse } from '../../kit/principals/schema.ts'
import type { Cursor } from '../../kit/shared/paging.ts'
import type { OrderEventType } from './order-event-store.ts'
import type { OrderEvent } from './schema.ts'
import { findOrderEvents, type OrderEventRow } from './store.ts'

/** A page of a history. `next` is the start of the next page; undefined on the last page. */
export interface HistoryPage {
  readonly events: OrderEvent[]
  readonly next: Cursor | undefined
}

/** Reads a page of the history of an order, oldest first, with at most `limit` events. An unknown order has no events. */
export async function listOrderEvents(
  connection: Connection,
  customer: Customer,
  orderId: number,
  after: Cursor | undefined,
  limit: number,
): Promise<HistoryPage> {
  const rows = await findOrderEvents(connection, customer.customerId, orderId, after, limit)
  const last = rows.at(-1)
  return {
    events: rows.map(toEvent),
    next: last && rows.length === limit ? { micros: last.micros, id: last.eventId } : undefined,
  }
}

/** The names of types in histories. */
const NAMES: Readonly<Record<Exclude<OrderEventType, 'order.status_changed'>, string>> = {
  'order.created': 'CREATED',
  'order.corrected': 'CORRECTED',
  'order.acknowledged': 'ACKNOWLEDGED',
  'order.closed': 'CLOSED',
  'order.reopened': 'REOPENED',
  'order.combined': 'COMBINED',
  'order.commented': 'COMMENTED',
  'shipment.created': 'SHIPPED',
  'shipment.updated': 'SHIPMENT_CHANGED',
  'shipment.voided': 'SHIPMENT_VOIDED',
  'cancellation.created': 'CANCELLED',
  'backorder.created': 'BACKORDERED',
  'return.created': 'RETURNED',
  'return.updated': 'RETURN_CHANGED',
  'refund.created': 'REFUNDED',
}

function toEvent(row: OrderEventRow): OrderEvent {
  const { keyId: id, keyKind: kind, keyLabel: label } = row
  return {
    Type: row.isCombined === false ? 'SEPARATED' : NAMES[row.type],
    OccurredAt: row.occurredAt.toISOString(),
    Status: row.status,
    Key: id !== null && kind !== null ? { Id: Number(id), Kind: kind, Label: label ?? '' } : null,
    Actor: toActorResponse(fromStoredActor(row, label)),
    Record: row.kind && row.reference ? { Kind: row.kind, Reference: row.reference } : null,
    Comment: row.comment,
    Replaced: row.replaced,
  }
}
