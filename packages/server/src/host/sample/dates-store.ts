/** Moves the orders of the sample back in time, with what happened to them. */
import {
  type Database,
  execute,
  type Sql,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'

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
 * Moves orders, their records and their events back to given times. What happened, and in which order, stays.
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

/**
 * Gives orders the times of their steps.
 *
 * @param steps a query with the columns id (of the order), step and at
 */
async function dateOrders(tx: Transaction, customerId: string, steps: Sql): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.orders o set created_at = s.placed, updated_at = s.last, acknowledged_at = coalesce(s.acknowledged, o.acknowledged_at)
    from (
      select id, min(at) as placed, max(at) as last, max(at) filter (where step = 'acknowledged') as acknowledged
      from (${steps}) s group by id
    ) s
    where o.customer_id = ${customerId} and o.order_id = s.id`,
  )
}

/**
 * Gives events of orders the times of the steps that they describe. A change of the status has the time of the event before it, which led to it.
 *
 * @param steps a query with the columns id (of the order), step and at
 */
async function dateEvents(tx: Transaction, customerId: string, steps: Sql): Promise<void> {
  await execute(
    tx,
    sql`
    with steps as materialized (${steps})
    update marketplace.events e set occurred_at = d.at
    from (
      select e.event_id, max(s.at) over (partition by e.subject_id order by e.sequence) as at
      from marketplace.events e
      left join steps s on s.id = e.subject_id::bigint and s.step = case e.type
        when 'order.created' then 'placed' when 'order.acknowledged' then 'acknowledged'
        when 'shipment.created' then 'shipped' when 'cancellation.created' then 'cancelled'
        when 'backorder.created' then 'backordered' when 'return.created' then 'returned'
        when 'return.updated' then 'decided' end
      where e.customer_id = ${customerId} and e.subject_kind = 'order'
    ) d
    where e.customer_id = ${customerId} and e.event_id = d.event_id and d.at is not null`,
  )
}
