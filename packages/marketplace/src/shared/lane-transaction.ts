/** Transactions that wait for locks of others, kept from taking every connection. */
import { createLaneLimiter, type RunInLane } from '@entrepot/batch'
import { type Database, type Transaction, transaction } from '@entrepot/database'

/** Of one lane at once: its transactions wait for each other's locks anyway. */
const PER_LANE = 4

const limiters = new WeakMap<Database, RunInLane>()

/**
 * Runs a transaction that may wait for a lock. Of all such transactions at most half of the pool's connections are in use at
 * once, and at most four of one lane: the look-up of keys, reads and health checks never wait behind somebody's locks.
 *
 * @param lane whose locks it may wait for: a customer's id, or a name for what is locked apart from that
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`, which may run it again
 */
export async function transactionInLane<T>(
  database: Database,
  lane: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await limiterOf(database)(lane, async () => await transaction(database, work))
}

function limiterOf(database: Database): RunInLane {
  const found = limiters.get(database)
  if (found) return found
  const total = Math.max(1, Math.floor(database.options.max / 2))
  const made = createLaneLimiter({ perLane: PER_LANE, total })
  limiters.set(database, made)
  return made
}
