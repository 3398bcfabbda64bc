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

/**
 * Numbers the events of orders by their times, as if they had happened one after the other. The orders were stored in batches, step by step. The
 * ids that the events have now are given to them in another order, so nothing else changes.
 */
export async function orderEventsByTime(tx: Transaction, customerId: string): Promise<void> {
  const ofOrders = sql`customer_id = ${customerId} and subject_kind = 'order'`
  // An id must not be given twice within a statement, so the new ones are negative first.
  await execute(
    tx,
    sql`
    with ids as (
      select event_id, changed, row_number() over (order by event_id) as place
      from marketplace.events where ${ofOrders}
    ), dated as (
      select event_id, row_number() over (order by occurred_at, event_id) as place
      from marketplace.events where ${ofOrders}
    )
    update marketplace.events e set event_id = -ids.event_id, changed = ids.changed
    from dated join ids using (place)
    where e.customer_id = ${customerId} and e.event_id = dated.event_id`,
  )
  await execute(
    tx,
    sql`
    update marketplace.events set event_id = -event_id
    where customer_id = ${customerId} and event_id < 0`,
  )
}
