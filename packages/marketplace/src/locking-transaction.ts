/** Transactions that wait for locks of others, kept from taking every connection. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import pLimit, { type LimitFunction } from 'p-limit'

/** Of one customer at once: its writes wait for each other's locks anyway. */
const PER_CUSTOMER = 4

interface Lane {
  readonly all: LimitFunction
  readonly customers: Map<string, LimitFunction>
}

const lanes = new WeakMap<Database, Lane>()

/**
 * Runs a transaction that may wait for a lock. Of all such transactions at most half of the pool's connections are in use at
 * once, and at most four of one customer: the look-up of keys, reads and health checks never wait behind somebody's locks.
 *
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`, which may run it again
 */
export async function lockingTransaction<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { all, customers } = laneOf(database)
  const own = customers.get(customerId) ?? pLimit(PER_CUSTOMER)
  customers.set(customerId, own)
  try {
    return await own(async () => await all(async () => await transaction(database, work)))
  } finally {
    if (own.activeCount + own.pendingCount === 0) customers.delete(customerId)
  }
}

function laneOf(database: Database): Lane {
  const known = lanes.get(database)
  if (known) return known
  const half = Math.max(1, Math.floor(database.options.max / 2))
  const lane = { all: pLimit(half), customers: new Map<string, LimitFunction>() }
  lanes.set(database, lane)
  return lane
}
