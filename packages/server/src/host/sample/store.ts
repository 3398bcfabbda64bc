/** All SQL of the sample. */
import { execute, sql, type Transaction } from '@entrepot/database'

/** Waits for other nodes that create the sample, until the end of the transaction. */
export async function lockSample(tx: Transaction): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('entrepot sample', 0))`)
}
