import { execute, type Sql, sql, type Transaction } from '@entrepot/database'

/**
 * Gives orders the times of their steps.
 *
 * @param steps a query with the columns id (of the order), step and at
 */
export async function dateOrders(tx: Transaction, customerId: string, steps: Sql): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.orders o set created_at = s.placed, updated_at = s.last, acknowledged_at = s.acknowledged
    from (
      select id, min(at) as placed, max(at) as last, max(at) filter (where step = 'acknowledged') as acknowledged
      from (${steps}) s group by id
    ) s
    where o.customer_id = ${customerId} and o.order_id = s.id`,
  )
}
