/** Counts rows of which a customer may have only so many. */
import { execute, queryOne, type Sql, sql, type Transaction } from '@entrepot/database'

/**
 * Counts rows of a customer. The row of the customer is locked, so that several calls at once cannot exceed a limit.
 *
 * @param rows a table, and the condition if not all of its rows count: `marketplace.webhooks where ...`
 */
export async function countLocked(tx: Transaction, customerId: string, rows: Sql): Promise<number> {
  await execute(
    tx,
    sql`select from marketplace.customers where customer_id = ${customerId} for no key update`,
  )
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from ${rows}`,
  )
  return count
}
