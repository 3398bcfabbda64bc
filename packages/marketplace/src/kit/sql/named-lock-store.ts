/** Locks of what has no row. */
import { execute, sql, type Transaction } from '@entrepot/database'

/** Waits for the lock of a name, and holds it until the transaction ends. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
