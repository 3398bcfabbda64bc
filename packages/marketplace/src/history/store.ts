/** All SQL of the history of orders. */
import {
  type Connection,
  execute,
  query,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { OrderStatus } from '../orders/schema.ts'
import type { Kind } from '../orders/units.ts'
import { type Actor, type StoredActor, toStoredActor } from '../principals/actor.ts'
import type { Cursor } from '../shared/paging.ts'
import { microsOf } from '../shared/paging-sql.ts'

/** The types of events after the creation of an order. */
export type OrderEventType =
  | 'CORRECTED'
  | 'ACKNOWLEDGED'
  | 'SHIPPED'
  | 'SHIPMENT_CHANGED'
  | 'CANCELLED'
  | 'BACKORDERED'
  | 'RETURNED'
  | 'RETURN_CHANGED'
  | 'CLOSED'
  | 'REOPENED'
  | 'COMBINED'
  | 'SEPARATED'

/** An event to be stored, with the resulting status of the order. */
export interface NewOrderEvent {
  readonly orderId: number
  readonly type: OrderEventType
  readonly status: OrderStatus
  readonly actor: Actor
  readonly fulfilmentId?: number
}

/**
 * Returns the statement that stores events of orders. The caller must hold the locks of the orders. The statement can run alone, or in a
 * `with` of the statement that stores the subjects of the events. Events are numbered per order.
 *
 * @param rows a query with the columns number (the position among the new events), "orderId", type, status, "keyId", actor, "fulfilmentId"
 * and "occurredAt" (null: now)
 */
export function insertingEvents(customerId: string, rows: Sql): Sql {
  return sql`
    insert into marketplace.order_events (customer_id, order_id, event_id, type, status, key_id, actor, fulfilment_id, occurred_at)
    select ${customerId}, e."orderId", coalesce((
        select max(event_id) from marketplace.order_events
        where customer_id = ${customerId} and order_id = e."orderId"
      ), 0) + row_number() over (partition by e."orderId" order by e.number),
      e.type, e.status, e."keyId", e.actor, e."fulfilmentId", coalesce(e."occurredAt", clock_timestamp())
    from (${rows}) e
    order by e.number`
}

/** Stores events of orders. The caller has locked the orders. */
export async function insertOrderEvents(
  tx: Transaction,
  customerId: string,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ actor, ...event }, number) => ({
    ...event,
    ...toStoredActor(actor),
    number,
  }))
  await execute(
    tx,
    insertingEvents(
      customerId,
      sql`
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (
        number integer, "orderId" bigint, type text, status text, "keyId" bigint, actor jsonb, "fulfilmentId" bigint,
        "occurredAt" timestamptz)`,
    ),
  )
}

/** A stored event. Its id is the number of the event in its order; 0 is the creation of the order. */
export interface OrderEventRow extends StoredActor {
  readonly eventId: string
  readonly micros: string
  readonly type: string
  readonly status: OrderStatus
  readonly occurredAt: Date
  readonly keyKind: 'merchant' | 'channel' | null
  readonly keyLabel: string | null
  readonly kind: Kind | null
  readonly reference: string | null
}

/** Reads the events of an order, oldest first: the creation, and then the others in the order of the locks. */
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
      e.occurred_at as "occurredAt", e.key_id::text as "keyId", e.actor, k.kind as "keyKind", k.label as "keyLabel",
      f.kind, f.reference
    from (
      select 0 as event_id, 'CREATED' as type, first_status as status, created_at as occurred_at,
        created_by as key_id, created_by_actor as actor, null::bigint as fulfilment_id
      from marketplace.orders
      where customer_id = ${customerId} and order_id = ${orderId} ${after ? sql`and false` : sql``}
      union all
      (select event_id, type, status, occurred_at, key_id, actor, fulfilment_id from marketplace.order_events
      where customer_id = ${customerId} and order_id = ${orderId} and event_id > ${after?.id ?? 0}
      order by event_id limit ${limit})
    ) e
    left join marketplace.api_keys k on k.customer_id = ${customerId} and k.key_id = e.key_id
    left join marketplace.fulfilments f on f.customer_id = ${customerId} and f.fulfilment_id = e.fulfilment_id
    order by e.event_id limit ${limit}`,
  )
}
