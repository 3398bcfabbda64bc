import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { checkOut, type Limit, limitOf, release } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import {
  DatabaseError,
  explainNoConnection,
  isRetryable,
  isSessionEnd,
  isStalePlan,
} from '../errors.ts'
import { carrierOf, lostBeforeCommit, runWork, Transaction } from './open-transaction.ts'
import { scopeOf } from './scope.ts'

/** Options of {@link transaction}. */
export interface TransactionOptions {
  /** https://www.postgresql.org/docs/current/transaction-iso.html @default 'read committed' */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Maximum number of times that the work runs. @default 5 */
  readonly attempts?: number
  /**
   * Milliseconds to wait for the answer to each statement. Without it, the transaction has lost its connection.
   * @default the limit of the pool
   */
  readonly timeout?: number
}

/** How often at most something is tried that PostgreSQL undoes because of conflicts. */
export const ATTEMPTS = 5

/** Waits before an attempt after the first one: up to 10 ms before the second, and twice as long before each further one. */
export async function pauseBeforeAttempt(attempt: number): Promise<void> {
  await delay(Math.random() * 10 * 2 ** (attempt - 2))
}

/**
 * Runs `work` in one transaction, which is committed when the promise of `work` is fulfilled, and rolled back when it is rejected.
 *
 * After a serialisation failure (40001) or a deadlock (40P01), the whole work runs again in a new transaction, after a random pause of up
 * to 10 ms, which doubles each time. `work` must therefore have no effects outside the database. It must send all of its statements through
 * its argument `tx`, one after another. Effects outside the database belong into {@link Transaction.afterCommit}.
 *
 * A transaction that cannot begin because the server is unreachable is retried in the same way. These retries are long enough for a lost
 * connection, but not for an outage. If the connection is lost later, the transaction is not retried, because a commit may have taken
 * effect.
 *
 * In a {@link rehearse rehearsal} it is a savepoint of the rehearsal, without an isolation level of its own.
 *
 * @returns the result of the last run of `work`
 * @throws the error that `work` throws; the error of a failed statement that `work` has caught, because PostgreSQL then rolls back;
 * the last retryable error after the last attempt; {@link DatabaseError} `DATABASE_CONNECTION_LOST`, `DATABASE_UNREACHABLE`
 * @example
 * const order = await transaction(database, async (tx) => {
 *   const order = await queryOne<{ id: string }>(tx, sql`insert into orders (number) values (${number}) returning id`)
 *   await execute(tx, sql`insert into lines (order_id, sku) select ${order.id}, sku from unnest(${skus}::text[]) as sku`)
 *   return order
 * })
 */
export async function transaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = ATTEMPTS, isolation = 'read committed' } = options
  const limit = limitOf(options)
  for (let attempt = 1; ; attempt++) {
    try {
      const scope = scopeOf(database)
      if (scope) return await scope.transact(work, limit)
      return await runOnce(database, work, isolation, limit)
    } catch (error) {
      if (attempt >= attempts || !mayRunAgain(error)) throw error
      await pauseBeforeAttempt(attempt + 1)
    }
  }
}

async function runOnce<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  isolation: string,
  limit: Limit,
): Promise<T> {
  const client = await begin(database, isolation, limit)
  const tx = new Transaction(database, carrierOf(client), limit)
  let result: T
  try {
    result = await runWork(tx, work)
  } catch (error) {
    tx.end()
    await rollBack(client, tx, limit)
    throw tx.isLost ? lostBeforeCommit(tx.failure) : error
  }
  tx.end()
  await commit(client, tx, limit)
  tx.announceCommit()
  return result
}

async function begin(database: Database, isolation: string, limit: Limit): Promise<PoolClient> {
  const client = await checkOut(database)
  try {
    await client.query({ text: `begin isolation level ${isolation}`, ...limit })
    return client
  } catch (error) {
    release(client, error)
    throw explainNoConnection(error)
  }
}

async function rollBack(client: PoolClient, tx: Transaction, limit: Limit): Promise<void> {
  if (tx.isLost) return release(client, tx.failure)
  try {
    await client.query({ text: 'rollback', ...limit })
    release(client, tx.failure)
  } catch (error) {
    release(client, error) // PostgreSQL rolls back a session that ends
  }
}

async function commit(client: PoolClient, tx: Transaction, limit: Limit): Promise<void> {
  let command: string
  try {
    command = (await client.query({ text: 'commit', ...limit })).command
  } catch (error) {
    release(client, error)
    throw isSessionEnd(error) ? lostWhileCommitting(error) : error
  }
  release(client, tx.failure)
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and without an error.
  if (command === 'ROLLBACK') throw tx.failure
}

function mayRunAgain(error: unknown): boolean {
  const hasNotBegun = DatabaseError.is(error) && error.code === 'DATABASE_UNREACHABLE'
  return hasNotBegun || isRetryable(error) || isStalePlan(error)
}

function lostWhileCommitting(cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    'The connection of a transaction was lost while committing: it may or may not have been committed. Check before you try again.',
    { cause },
  )
}
