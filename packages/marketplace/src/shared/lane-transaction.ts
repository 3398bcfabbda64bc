/** Limits how many connections are used by transactions that may wait for locks. */
import { createLaneLimiter, type RunInLane } from '@entrepot/batch'
import { type Database, type Transaction, transaction } from '@entrepot/database'

/** Maximum per lane: transactions of one lane wait for each other's locks anyway. */
const PER_LANE = 4

const limiters = new WeakMap<Database, RunInLane>()

/**
 * Runs a transaction that may wait for a lock. All such transactions together use at most half of the pool's connections, and those of one
 * lane at most four. Key lookups, reads and health checks therefore never wait for the locks of others.
 *
 * @param lane identifies the locks for which it may wait: the id of a customer, or a name for other locks
 * @throws all errors of `work`; see `transaction` of `@entrepot/database`, which may run it again
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
