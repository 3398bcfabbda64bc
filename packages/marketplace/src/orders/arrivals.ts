/** The lock between new products and the orders that wait for them. */
import { execute, sql, type Transaction } from '@entrepot/database'

/**
 * Takes the advisory lock for new products and waiting orders of a customer, until the transaction ends. A transaction that stores products
 * and then searches for waiting orders takes it shared. A transaction that stores an order with an unknown product takes it exclusively,
 * and searches for the product again first. One of the two therefore always sees the other.
 */
export async function lockArrivals(
  tx: Transaction,
  customerId: string,
  side: 'product' | 'order',
): Promise<void> {
  const key = `marketplace arrivals ${customerId}`
  if (side === 'product')
    await execute(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`)
  else await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
