/** All SQL of the history of orders. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import type { Kind } from '../fulfilment/rules.ts'
import type { OrderStatus } from '../orders/schema.ts'
import type { Cursor } from '../paging.ts'
import { microsOf } from '../paging-sql.ts'

/** What can happen to an order after its creation. Records of fulfilment store theirs themselves. */
export type OrderEventType =
  | 'CORRECTED'
  | 'ACKNOWLEDGED'
  | 'SHIPMENT_CHANGED'
  | 'RETURN_CHANGED'
  | 'CLOSED'
  | 'REOPENED'
  | 'COMBINED'
  | 'SEPARATED'

/** An event to be stored, with the status that the order has afterwards. */
export interface NewOrderEvent {
  readonly orderId: number
  readonly type: OrderEventType
  readonly status: OrderStatus
  readonly keyId: string | null
  readonly fulfilmentId?: number
}

/** Stores events of orders, which the caller has locked. */
export async function insertOrderEvents(
  tx: Transaction,
  customerId: string,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length === 0) return
  await execute(
    tx,
    sql`
    insert into marketplace.order_events (customer_id, order_id, type, status, key_id, fulfilment_id)
    select ${customerId}, e."orderId", e.type, e.status, e."keyId", e."fulfilmentId"
    from json_to_recordset(${JSON.stringify(events)}::text::json) as e (
      "orderId" bigint, type text, status text, "keyId" bigint, "fulfilmentId" bigint)`,
  )
}

/** An event as it is stored. Its id is 0 for the creation of the order. */
export interface OrderEventRow {
  readonly eventId: string
  readonly micros: string
  readonly type: string
  readonly status: OrderStatus
  readonly occurredAt: Date
  readonly keyId: string | null
  readonly keyKind: 'merchant' | 'channel' | null
  readonly keyLabel: string | null
  readonly kind: Kind | null
  readonly reference: string | null
}

/** Reads the events of an order, oldest first: its creation, and then in the order in which its lock was held. */
export async function findOrderEvents(
  connection: Connection,
  customerId: string,
  orderId: number,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly OrderEventRow[]> {
  return await query<OrderEventRow>(
    connection,
    sql`
    select e.event_id::text as "eventId", ${microsOf(sql`e.occurred_at`)} as micros, e.type, e.status,
      e.occurred_at as "occurredAt", e.key_id::text as "keyId", k.kind as "keyKind", k.label as "keyLabel",
      f.kind, f.reference
    from (
      select 0 as event_id, 'CREATED' as type, first_status as status, created_at as occurred_at,
        created_by as key_id, null::bigint as fulfilment_id
      from marketplace.orders
      where customer_id = ${customerId} and order_id = ${orderId} ${after ? sql`and false` : sql``}
      union all
      (select event_id, type, status, occurred_at, key_id, fulfilment_id from marketplace.order_events
      where customer_id = ${customerId} and order_id = ${orderId} and event_id > ${after?.id ?? 0}
      order by event_id limit ${limit})
    ) e
    left join marketplace.api_keys k on k.customer_id = ${customerId} and k.key_id = e.key_id
    left join marketplace.fulfilments f on f.customer_id = ${customerId} and f.fulfilment_id = e.fulfilment_id
    order by e.event_id limit ${limit}`,
  )
}
