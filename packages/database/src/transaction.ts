import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Transaction } from './client.ts'
import { DatabaseError, isRetryable } from './errors.ts'

/** How {@link transaction} runs. */
export interface TransactionOptions {
  /** https://www.postgresql.org/docs/current/transaction-iso.html @default 'read committed' */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often the work may run in all. @default 5 */
  readonly attempts?: number
}

/**
 * Runs `work` in one transaction: commits when its promise fulfils, rolls back when it rejects.
 *
 * When PostgreSQL asks for a retry (serialisation failure 40001, deadlock 40P01) the whole work runs again in a new
 * transaction, after a random pause that doubles each time (up to 10, 20, 40 ms ...). So `work` must have no effects
 * outside the database, and must send all its statements through the `tx` it is given.
 *
 * A transaction that could not even begin, because the server is away, is tried again in the same way: that bridges a
 * lost connection, not an outage. A connection lost later is not retried: a commit under way may have taken effect.
 *
 * @returns what the last run of `work` returned; an array of statements is awaited
 * @throws whatever `work` throws; the last retryable error when the attempts are used up;
 * {@link DatabaseError} `DATABASE_CONNECTION_LOST`, `DATABASE_UNREACHABLE`
 * @example
 * const order = await transaction(database, async (tx) => {
 *   const [order] = await tx`insert into orders ${tx(head)} returning id`
 *   await tx`insert into lines ${tx(lines)}`
 *   return order
 * })
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attempts = options.attempts ?? 5
  const mode = `isolation level ${options.isolation ?? 'read committed'}`
  for (let attempt = 1; ; attempt++) {
    try {
      return (await database.begin(mode, work)) as T
    } catch (error) {
      if (attempt >= attempts || !mayRunAgain(error)) throw error
      await delay(Math.random() * 10 * 2 ** (attempt - 1))
    }
  }
}

function mayRunAgain(error: unknown): boolean {
  const hasNotBegun = error instanceof DatabaseError && error.code === 'DATABASE_UNREACHABLE'
  return hasNotBegun || isRetryable(error)
}
