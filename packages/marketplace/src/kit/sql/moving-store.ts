/** The SQL that leaves customers alone who move to another database. */
import { type Connection, queryOne, type Sql, sql } from '@entrepot/database'

/** Whether a customer stays here, so that work in the background may write for it. Usually nobody moves, and the index is empty. */
export function isStaying(customerId: Sql): Sql {
  return sql`${customerId} not in (select moving.customer_id from marketplace.customers moving where moving.move is not null)`
}

/** Whether a customer is frozen. Statements that remove old rows of all customers wait for that, because the database refuses them. */
export async function isAnyFrozen(connection: Connection): Promise<boolean> {
  const { found } = await queryOne<{ found: boolean }>(
    connection,
    sql`select exists (select from marketplace.customers where move = 'frozen') as found`,
  )
  return found
}

/** Whether an error is that of a write for a frozen customer: see the migration 0017. */
export function isFrozenError(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'EN503'
  )
}
