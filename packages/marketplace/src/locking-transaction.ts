/** Transactions that wait for locks of others, kept from taking every connection. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import pLimit, { type LimitFunction } from 'p-limit'

/** Of one lane at once: its transactions wait for each other's locks anyway. */
const PER_LANE = 4

interface Lanes {
  readonly all: LimitFunction
  readonly lanes: Map<string, LimitFunction>
}

const known = new WeakMap<Database, Lanes>()

/**
 * Runs a transaction that may wait for a lock. Of all such transactions at most half of the pool's connections are in use at
 * once, and at most four of one lane: the look-up of keys, reads and health checks never wait behind somebody's locks.
 *
 * @param lane whose locks it may wait for: a customer's id, or a name for what is locked apart from that
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`, which may run it again
 */
export async function lockingTransaction<T>(
  database: Database,
  lane: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { all, lanes } = lanesOf(database)
  const own = lanes.get(lane) ?? pLimit(PER_LANE)
  lanes.set(lane, own)
  try {
    return await own(async () => await all(async () => await transaction(database, work)))
  } finally {
    if (own.activeCount + own.pendingCount === 0) lanes.delete(lane)
  }
}

function lanesOf(database: Database): Lanes {
  const found = known.get(database)
  if (found) return found
  const half = Math.max(1, Math.floor(database.options.max / 2))
  const made = { all: pLimit(half), lanes: new Map<string, LimitFunction>() }
  known.set(database, made)
  return made
}
