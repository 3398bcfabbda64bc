/** All SQL of the sample. */
import {
  type Connection,
  type Database,
  execute,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import type { SampleTimes } from './order-plan.ts'

/** Waits for other nodes that create the sample, until the end of the transaction. */
export async function lockSample(tx: Transaction): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('entrepot sample', 0))`)
}

/** The times of a stored order. */
export interface DatedOrder {
  readonly id: number
  readonly times: SampleTimes
}

/** Moves the orders, their records and their events back to the times of the plan. What happened, and in which order, does not change. */
export async function dateBack(
  database: Database,
  customerId: string,
  now: Date,
  orders: readonly DatedOrder[],
): Promise<void> {
  const at = (hours: number | undefined) =>
    hours === undefined ? null : new Date(now.getTime() - hours * 3_600_000).toISOString()
  const steps = orders.flatMap(({ id, times }) =>
    Object.entries(times).map(([step, hours]) => ({ id, step, at: at(hours) })),
  )
  await transaction(database, async (tx) => {
    await execute(
      tx,
      sql`
      create temporary table sample_steps on commit drop as
      select id, step, at from json_to_recordset(${JSON.stringify(steps)}::text::json) as s (id bigint, step text, at timestamptz)`,
    )
    await dateOrders(tx, customerId)
    await dateRecords(tx, customerId)
    await dateEvents(tx, customerId)
  })
}

async function dateOrders(connection: Connection, customerId: string): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.orders o set created_at = s.placed, updated_at = s.last, acknowledged_at = s.acknowledged
    from (
      select id, min(at) as placed, max(at) as last, max(at) filter (where step = 'acknowledged') as acknowledged
      from sample_steps group by id
    ) s
    where o.customer_id = ${customerId} and o.order_id = s.id`,
  )
}

async function dateRecords(connection: Connection, customerId: string): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.fulfilments f set created_at = s.at, updated_at = coalesce(d.at, s.at)
    from sample_steps s left join sample_steps d on d.id = s.id and d.step = 'decided' and s.step = 'returned'
    where f.customer_id = ${customerId} and f.order_id = s.id and s.step = case f.kind
      when 'shipment' then 'shipped' when 'cancellation' then 'cancelled' when 'backorder' then 'backordered' else 'returned' end`,
  )
}

/** A change of the status has the time of the event before it, which led to it. */
async function dateEvents(connection: Connection, customerId: string): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.events e set occurred_at = d.at
    from (
      select e.event_id, max(s.at) over (partition by e.subject_id order by e.sequence) as at
      from marketplace.events e
      left join sample_steps s on s.id = e.subject_id::bigint and s.step = case e.type
        when 'order.created' then 'placed' when 'order.acknowledged' then 'acknowledged'
        when 'shipment.created' then 'shipped' when 'cancellation.created' then 'cancelled'
        when 'backorder.created' then 'backordered' when 'return.created' then 'returned'
        when 'return.updated' then 'decided' end
      where e.customer_id = ${customerId} and e.subject_kind = 'order'
    ) d
    where e.customer_id = ${customerId} and e.event_id = d.event_id and d.at is not null`,
  )
}
