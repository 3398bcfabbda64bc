/** Limits how many connections are used by transactions that may wait for locks. */
import { createKeyedLimiter, type KeyedLimit, type RunKeyed } from '@entrepot/batch'
import { type Database, DatabaseError, type Transaction, transaction } from '@entrepot/database'

/** Maximum per key: transactions of one key wait for each other's locks anyway. */
const PER_KEY = 4

/** Creates the function that returns the limiter of a database. It is made once for each database. */
export function createKeyedLimits(
  limitOf: (database: Database) => KeyedLimit,
): (database: Database) => RunKeyed {
  const made = new WeakMap<Database, RunKeyed>()
  return (database) => {
    const limiter = made.get(database) ?? createKeyedLimiter(limitOf(database))
    made.set(database, limiter)
    return limiter
  }
}

const limiterOf = createKeyedLimits(({ options }) => ({
  perKey: PER_KEY,
  total: Math.max(1, Math.floor(options.max / 2)),
}))

/**
 * Runs a transaction that may wait for a lock. All such transactions together use at most half of the pool's connections, and those of one
 * key at most four. Key lookups, reads and health checks therefore never wait for the locks of others. A transaction that cannot begin
 * within half of the time that a statement may take is refused, so that it does not wait once for each of those before it.
 *
 * @param key identifies the locks for which it may wait: the id of a customer, or a name for other locks
 * @throws all errors of `work`; see `transaction` of `@entrepot/database`, which may run it again; DatabaseError
 * `DATABASE_TOO_MANY_CONNECTIONS` if it cannot begin in time
 */
export async function keyedTransaction<T>(
  database: Database,
  key: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { promise: refused, reject } = Promise.withResolvers<never>()
  const limit = Number(database.options.statement_timeout) / 2
  let hasWaited = false
  const refuse = () => {
    hasWaited = true
    reject(noPlace())
  }
  const timer = limit > 0 ? setTimeout(refuse, limit) : undefined
  const running = limiterOf(database)(key, async () => {
    clearTimeout(timer)
    return hasWaited ? await refused : await transaction(database, work)
  })
  return await Promise.race([running, refused])
}

function noPlace(): DatabaseError {
  return new DatabaseError(
    'DATABASE_TOO_MANY_CONNECTIONS',
    'Other writes of the same customer or channel hold their locks, and none has ended in time. Nothing was changed. Try again in a moment.',
  )
}
