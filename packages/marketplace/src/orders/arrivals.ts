/** Where new products and the orders that wait for them meet. */
import { execute, sql, type Transaction } from '@entrepot/database'

/**
 * The lock that new products and orders with unknown products share. Whoever stores products and then looks for waiting orders
 * holds it shared; whoever stores an order with an unknown product holds it alone, and looks for the product again first. So
 * one of the two always sees the other. Held until the transaction ends.
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
