/** Moves orders back in time, with what happened to them. */
import {
  type Database,
  execute,
  type Sql,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import { dateEvents } from '../../kit/events/dating.ts'
import { dateOrders } from '../record/dating.ts'

/** What can happen to an order. `decided` is the decision on its return. */
export type OrderStep =
  | 'placed'
  | 'acknowledged'
  | 'shipped'
  | 'backordered'
  | 'cancelled'
  | 'returned'
  | 'decided'

/** When something happened to a stored order. */
export interface DatedOrder {
  readonly id: number
  /** All steps of the order, with at most one record of each kind. */
  readonly times: Readonly<Partial<Record<OrderStep, Date>>>
}

/**
 * Moves orders, their records and their events back to given times, such as those of a sample. What happened, and in which order, stays.
 * It does not check the times: each step must be later than the one before, and none in the future.
 *
 * @example
 * await dateBackOrders(database, '1', [{ id: 7, times: { placed: new Date('2026-11-01') } }])
 */
export async function dateBackOrders(
  database: Database,
  customerId: string,
  orders: readonly DatedOrder[],
): Promise<void> {
  const rows = orders.flatMap(({ id, times }) =>
    Object.entries(times).map(([step, at]) => ({ id, step, at })),
  )
  const steps = sql`
    select id, step, at from json_to_recordset(${JSON.stringify(rows)}::text::json) as s (id bigint, step text, at timestamptz)`
  await transaction(database, async (tx) => {
    await dateOrders(tx, customerId, steps)
    await dateRecords(tx, customerId, steps)
    await dateEvents(tx, customerId, steps)
  })
}

async function dateRecords(tx: Transaction, customerId: string, steps: Sql): Promise<void> {
  await execute(
    tx,
    sql`
    with steps as materialized (${steps})
    update marketplace.fulfilments f set created_at = s.at, updated_at = coalesce(d.at, s.at)
    from steps s left join steps d on d.id = s.id and d.step = 'decided' and s.step = 'returned'
    where f.customer_id = ${customerId} and f.order_id = s.id and s.step = case f.kind
      when 'shipment' then 'shipped' when 'cancellation' then 'cancelled' when 'backorder' then 'backordered' else 'returned' end`,
  )
}
