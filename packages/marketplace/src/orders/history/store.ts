/** The history of an order is read from the log of events. */
import { type Connection, query, sql } from '@entrepot/database'
import type { StoredActor } from '../../kit/principals/actor.ts'
import type { Cursor } from '../../kit/shared/paging.ts'
import { microsOf } from '../../kit/sql/paging-store.ts'
import type { RecordKind } from '../record/state/record-kinds.ts'
import type { OrderStatus } from '../record/state/statuses.ts'
import type { OrderEventType } from './order-event-store.ts'
import type { ReplacedProduct } from './schema.ts'

/** A stored event. Its id is the number of the event in its order; 0 is the creation of the order. */
export interface OrderEventRow extends Omit<StoredActor, 'requestId'> {
  readonly eventId: string
  readonly micros: string
  readonly type: Exclude<OrderEventType, 'order.status_changed'>
  readonly status: OrderStatus
  readonly occurredAt: Date
  readonly keyKind: 'merchant' | 'channel' | null
  readonly keyLabel: string | null
  readonly kind: RecordKind | null
  readonly reference: string | null
  readonly isCombined: boolean | null
  readonly comment: string | null
  readonly replaced: ReplacedProduct[] | null
}

/** Reads the events of an order, oldest first. Each names the status afterwards, so changes of the status are not listed themselves. */
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
    select (e.sequence - 1)::text as "eventId", ${microsOf(sql`e.occurred_at`)} as micros, e.type, e.data ->> 'Status' as status,
      e.occurred_at as "occurredAt", e.key_id::text as "keyId", e.actor, k.kind as "keyKind", k.label as "keyLabel",
      e.data -> 'Record' ->> 'Kind' as kind, e.data -> 'Record' ->> 'Reference' as reference,
      (e.data -> 'IsCombined')::boolean as "isCombined", e.data ->> 'Comment' as comment, e.data -> 'Replaced' as replaced
    from marketplace.events e
    left join marketplace.api_keys k on k.customer_id = ${customerId} and k.key_id = e.key_id
    where e.customer_id = ${customerId} and e.subject_kind = 'order' and e.subject_id = ${String(orderId)}
      and e.sequence - 1 > ${after?.id ?? -1}::bigint and e.type <> 'order.status_changed'
    order by e.sequence limit ${limit}`,
  )
}
