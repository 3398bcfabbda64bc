import { execute, type Sql, sql, type Transaction } from '@entrepot/database'

/**
 * Gives events of orders the times of the steps that they describe. A change of the status has the time of the event before it, which led to it.
 *
 * @param steps a query with the columns id (of the order), step and at
 */
export async function dateEvents(tx: Transaction, customerId: string, steps: Sql): Promise<void> {
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
