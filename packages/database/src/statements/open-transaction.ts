import type { PoolClient, QueryResult, QueryResultRow, Submittable } from 'pg'
import type { Limit, NamedStatement } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import { DatabaseError, isSessionEnd } from '../errors.ts'

/** What carries the statements of a transaction to the server. */
export interface Carrier {
  query<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>>
  submit<T extends Submittable>(work: T): T
  /** Calls the listener when the connection is lost, until the returned function is called. */
  onLoss(listener: (error: unknown) => void): () => void
}

/** The carrier of a transaction that has a connection. */
export function carrierOf(client: PoolClient): Carrier {
  return {
    query: (statement) => client.query(statement),
    submit: (work) => client.query(work),
    onLoss(listener) {
      client.on('error', listener)
      return () => client.off('error', listener)
    },
  }
}

/**
 * The transaction that {@link transaction} passes to the work. After it has ended or lost its connection, it refuses statements, so that
 * no statement ever runs outside of the transaction.
 */
export class Transaction {
  /** The database in which it runs. */
  readonly database: Database
  readonly #carrier: Carrier
  readonly #limit: Limit
  readonly #callbacks: (() => void)[] = []
  readonly #loss = Promise.withResolvers<never>()
  readonly #stopListening: () => void
  #phase: 'open' | 'lost' | 'ended' = 'open'
  #failure: unknown

  /** @internal */
  constructor(database: Database, carrier: Carrier, limit: Limit) {
    this.database = database
    this.#carrier = carrier
    this.#limit = limit
    this.#stopListening = carrier.onLoss((error) => this.#lose(error))
    this.#loss.promise.catch(() => {}) // nobody may be waiting for it
  }

  /** @internal Rejects when the connection is lost, also while no statement is running. */
  get loss(): Promise<never> {
    return this.#loss.promise
  }

  /** Whether the connection was lost, in which case nothing of the transaction has taken effect. */
  get isLost(): boolean {
    return this.#phase === 'lost'
  }

  /** The error of the last failed statement. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Runs one statement, like `pg.Client`, for code that uses the driver directly. {@link query} is easier to use.
   *
   * @throws {DatabaseError} `DATABASE_CONNECTION_LOST` when the transaction has ended or has lost its connection
   */
  async query<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>> {
    if (this.#phase !== 'open') throw refusal(this.#phase)
    try {
      return await this.#carrier.query<Row>({ ...this.#limit, ...statement })
    } catch (error) {
      this.#failure = error
      if (isSessionEnd(error)) this.#lose(error)
      throw error
    }
  }

  /**
   * Calls a function once after the commit, before the caller of {@link transaction} continues. It is not called after a rollback, for a
   * run that is repeated, in a rehearsal, or if the answer to the commit is lost, although the transaction may then have taken effect.
   * Functions are called in the order of their registration. An error that one throws does not reach the caller: it is an uncaught exception
   * of the process.
   *
   * @throws {DatabaseError} `DATABASE_CONNECTION_LOST` when the transaction has ended or has lost its connection
   * @example
   * await transaction(database, async (tx) => {
   *   await execute(tx, sql`insert into jobs (name) values (${name})`)
   *   tx.afterCommit(() => worker.wake())
   * })
   */
  afterCommit(callback: () => void): void {
    if (this.#phase !== 'open') throw refusal(this.#phase)
    this.#callbacks.push(callback)
  }

  /** @internal Submits an object that controls the connection itself, such as a COPY stream. The object reports its own errors. */
  submit<T extends Submittable>(work: T): T {
    if (this.#phase !== 'open') throw refusal(this.#phase)
    return this.#carrier.submit(work)
  }

  /** @internal Notes the error of such an object: PostgreSQL commits nothing after it. */
  fail(error: unknown): void {
    this.#failure = error
  }

  /** @internal */
  end(): void {
    if (this.#phase === 'open') this.#phase = 'ended'
    this.#stopListening()
  }

  /** @internal Calls the functions of {@link afterCommit}. */
  announceCommit(): void {
    for (const callback of this.#callbacks) queueMicrotask(callback)
  }

  #lose(error: unknown): void {
    this.#phase = 'lost'
    this.#failure = error
    this.#loss.reject(error)
  }
}

/** Runs the work of a transaction until it ends or its connection is lost. @throws if it is lost, or the error of the work */
export async function runWork<T>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await Promise.race([work(tx), tx.loss])
  if (tx.isLost) throw tx.failure
  return result
}

/** The error for a transaction whose connection was lost before its commit. */
export function lostBeforeCommit(cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    'The connection of a transaction was lost before its commit. Nothing was changed. Try again.',
    { cause },
  )
}

function refusal(phase: 'lost' | 'ended'): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    phase === 'lost'
      ? 'The connection of this transaction was lost, so it refuses further statements. Run the whole transaction again.'
      : 'This transaction has ended. Await every statement before the work returns.',
  )
}
