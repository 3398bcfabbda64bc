import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import { checkOut, giveBack, type NamedStatement } from './check-out.ts'
import type { Database } from './client.ts'
import {
  DatabaseError,
  explainNoConnection,
  isRetryable,
  isSessionEnd,
  isStalePlan,
} from './errors.ts'

/** How {@link transaction} runs. */
export interface TransactionOptions {
  /** https://www.postgresql.org/docs/current/transaction-iso.html @default 'read committed' */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often the work may run in all. @default 5 */
  readonly attempts?: number
}

/**
 * A transaction, as {@link transaction} hands it out. It refuses statements once it has ended or has lost its connection,
 * so that none of them ever runs outside of it.
 */
export class Transaction {
  readonly #client: PoolClient
  readonly #loss = Promise.withResolvers<never>()
  readonly #onLoss = (error: Error) => this.#lose(error)
  #phase: 'open' | 'lost' | 'ended' = 'open'
  #failure: unknown

  /** @internal */
  constructor(client: PoolClient) {
    this.#client = client
    client.on('error', this.#onLoss)
    this.#loss.promise.catch(() => {}) // nobody may be waiting for it
  }

  /** @internal Rejects when the connection is lost, also while no statement is under way. */
  get loss(): Promise<never> {
    return this.#loss.promise
  }

  /** Whether the connection was lost; nothing of the transaction has taken effect then. */
  get isLost(): boolean {
    return this.#phase === 'lost'
  }

  /** What the last failed statement failed with. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Runs one statement, as `pg.Client` does; for code that knows the driver only. `query` and its neighbours are easier.
   *
   * @throws {DatabaseError} `DATABASE_CONNECTION_LOST` when the transaction has ended or has lost its connection
   */
  async query<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>> {
    if (this.#phase !== 'open') throw refusal(this.#phase)
    try {
      return await this.#client.query<Row>(statement)
    } catch (error) {
      this.#failure = error
      if (isSessionEnd(error)) this.#lose(error)
      throw error
    }
  }

  /** @internal */
  end(): void {
    if (this.#phase === 'open') this.#phase = 'ended'
    this.#client.off('error', this.#onLoss)
  }

  #lose(error: unknown): void {
    this.#phase = 'lost'
    this.#failure = error
    this.#loss.reject(error)
  }
}

/**
 * Runs `work` in one transaction: commits when its promise fulfils, rolls back when it rejects.
 *
 * When PostgreSQL asks for a retry (serialisation failure 40001, deadlock 40P01) the whole work runs again in a new
 * transaction, after a random pause that doubles each time (up to 10, 20, 40 ms ...). So `work` must have no effects
 * outside the database, and must send all its statements through the `tx` it is given, one after another.
 *
 * A transaction that could not even begin, because the server is away, is tried again in the same way: that bridges a
 * lost connection, not an outage. A connection lost later is not retried: a commit under way may have taken effect.
 *
 * @returns what the last run of `work` returned
 * @throws whatever `work` throws; the error of a failed statement that `work` has swallowed, since PostgreSQL then rolls
 * back; the last retryable error when the attempts are used up; {@link DatabaseError} `DATABASE_CONNECTION_LOST`,
 * `DATABASE_UNREACHABLE`
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
  const { attempts = 5, isolation = 'read committed' } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(database, work, isolation)
    } catch (error) {
      if (attempt >= attempts || !mayRunAgain(error)) throw error
      await delay(Math.random() * 10 * 2 ** (attempt - 1))
    }
  }
}

async function runOnce<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  isolation: string,
): Promise<T> {
  const client = await begin(database, isolation)
  const tx = new Transaction(client)
  let result: T
  try {
    result = await Promise.race([work(tx), tx.loss])
    if (tx.isLost) throw tx.failure
  } catch (error) {
    tx.end()
    await rollBack(client, tx)
    throw tx.isLost ? lostBeforeCommit(tx.failure) : error
  }
  tx.end()
  await commit(client, tx)
  return result
}

async function begin(database: Database, isolation: string): Promise<PoolClient> {
  const client = await checkOut(database)
  try {
    await client.query(`begin isolation level ${isolation}`)
    return client
  } catch (error) {
    giveBack(client, error)
    throw explainNoConnection(error)
  }
}

async function rollBack(client: PoolClient, tx: Transaction): Promise<void> {
  if (tx.isLost) return giveBack(client, tx.failure)
  try {
    await client.query('rollback')
    giveBack(client, tx.failure)
  } catch (error) {
    giveBack(client, error) // PostgreSQL rolls back a session that ends
  }
}

async function commit(client: PoolClient, tx: Transaction): Promise<void> {
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    giveBack(client, error)
    throw isSessionEnd(error) ? lostWhileCommitting(error) : error
  }
  giveBack(client, tx.failure)
  // PostgreSQL answers a commit of a failed transaction with ROLLBACK, which is no error to it.
  if (command === 'ROLLBACK') throw tx.failure
}

function mayRunAgain(error: unknown): boolean {
  const hasNotBegun = DatabaseError.is(error) && error.code === 'DATABASE_UNREACHABLE'
  return hasNotBegun || isRetryable(error) || isStalePlan(error)
}

function lostBeforeCommit(cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    'The connection of a transaction was lost before its commit: nothing was changed; try again.',
    { cause },
  )
}

function lostWhileCommitting(cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    'The connection of a transaction was lost while committing: it may or may not have been committed; look before trying again.',
    { cause },
  )
}

function refusal(phase: 'lost' | 'ended'): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    phase === 'lost'
      ? 'The connection of this transaction was lost; its further statements are refused. Run the whole transaction again.'
      : 'This transaction has ended. Await every statement before the work returns.',
  )
}
