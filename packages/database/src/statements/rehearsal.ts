import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createKeyedLimiter, type RunKeyed, runAlone, runTogether } from '@entrepot/batch'
import sql from 'sql-template-tag'
import type { Database } from '../connection/client.ts'
import { DatabaseError, isRetryable } from '../errors.ts'
import { queryOne } from './query.ts'
import { isRehearsing, runIn, Scope } from './scope.ts'
import { transaction } from './transaction.ts'

export { isRehearsing } from './scope.ts'

/** Options of {@link rehearse}. */
export interface RehearseOptions {
  /**
   * Milliseconds for the whole rehearsal. Others may wait so long for the rows that it has changed.
   * @default 15_000, half of the default statement timeout, so that those who wait do not fail
   */
  readonly limit?: number
  /**
   * For whom it is. Rehearsals for the same run one after the other, so that nobody takes the places of all.
   * @default for nobody in particular
   */
  readonly key?: string
}

/** How long the cancellation of a statement may take, in milliseconds. */
const CANCEL_MS = 1_000

const limiters = new WeakMap<Database, RunKeyed>()

/**
 * Runs work whose changes of the database are undone at its end, whatever happens: it makes real calls to see what they would do. Within the
 * work, and in all that it calls and awaits, every statement and {@link transaction} on `database` runs on one connection, in one transaction,
 * which is rolled back. The work sees its own changes, and nobody else does.
 *
 * Transactions become savepoints, and a single statement that fails leaves the rest intact. They run one after the other; a statement
 * of a transaction runs within it, also if it is sent to the pool. Functions of {@link Transaction.afterCommit} are not called. Calls of
 * `@entrepot/batch` are not joined with those of others. At most a quarter of the connections of the pool rehearse at once, one for each `key`,
 * and others wait.
 *
 * It does not undo effects outside of the database, values taken from sequences, and locks of a session. Transactions have no isolation level
 * of their own (the rehearsal has `read committed`), `now()` is the start of the rehearsal, and the system column `xmin` is not
 * `pg_current_xact_id()`. Deferred constraints are not checked. Rows that were changed stay locked until the end. After a deadlock with
 * others, the whole work runs again, as that of {@link transaction} does. A transaction whose work waits for a statement that was sent
 * outside of it, and after its begin, waits until the limit. Scripts and statements such as `commit` are refused.
 *
 * @returns the result of the work
 * @throws the error of the work; {@link DatabaseError} `DATABASE_REHEARSAL_ENDED` after the limit, `DATABASE_REHEARSAL_REFUSED` within a
 * rehearsal, `DATABASE_CONNECTION_LOST`, `DATABASE_UNREACHABLE`
 * @example
 * const after = await rehearse(database, async () => {
 *   await acknowledge(database, orderId)
 *   return await readOrder(database, orderId)
 * })
 */
export async function rehearse<T>(
  database: Database,
  work: () => Promise<T>,
  { limit = 15_000, key = randomUUID() }: RehearseOptions = {},
): Promise<T> {
  if (isRehearsing()) throw refuseNesting()
  const askedAt = performance.now()
  return await limiterOf(database)(key, async () => {
    if (performance.now() - askedAt > limit) throw tooLong(limit)
    return await runUndone(database, work, limit)
  })
}

/**
 * Runs work outside of the rehearsal in which it is called, with a connection of its own: for what many share, such as a cache or a count of
 * requests, and must neither see a rehearsed state nor be undone. It must not wait for locks that the rehearsal may hold. Without a
 * rehearsal, it only calls the work.
 *
 * @example
 * const person = await outsideRehearsal(async () => await findPerson(userId))
 */
export function outsideRehearsal<T>(work: () => T): T {
  if (!isRehearsing()) return work()
  return runIn(undefined, () => runTogether(work))
}

/**
 * Refuses to go on in a rehearsal, before an effect that it could not undo, such as one in the memory of the process.
 *
 * @param what the effect, as the beginning of a sentence
 * @throws {DatabaseError} `DATABASE_REHEARSAL_REFUSED` within a rehearsal
 * @example
 * refuseRehearsal('The end of the access of an agent')
 */
export function refuseRehearsal(what: string): void {
  if (!isRehearsing()) return
  const message = `${what} cannot be rehearsed, because it has effects outside of the database.`
  throw new DatabaseError('DATABASE_REHEARSAL_REFUSED', message)
}

/** Carries the outcome of the work out of the transaction, and makes it roll back. */
class Undone<T> extends Error {
  readonly outcome: PromiseSettledResult<T>

  constructor(outcome: PromiseSettledResult<T>) {
    super('a rehearsal is undone')
    this.outcome = outcome
  }
}

async function runUndone<T>(database: Database, work: () => Promise<T>, limit: number): Promise<T> {
  const endsAt = performance.now() + limit
  const undone = await transaction(database, async (tx) => {
    const { pid } = await queryOne<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
    const scope = Scope.begin(tx)
    const [outcome] = await Promise.allSettled([
      untilLimit(scope, work, { limit, endsAt }, async () => await cancel(database, pid)),
    ])
    if (outcome.status === 'rejected' && isRetryable(outcome.reason)) throw outcome.reason
    throw new Undone(outcome)
  }).catch((error: unknown) => {
    if (error instanceof Undone) return error as Undone<T>
    throw error
  })
  const { outcome } = undone
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function untilLimit<T>(
  scope: Scope,
  work: () => Promise<T>,
  { limit, endsAt }: { readonly limit: number; readonly endsAt: number },
  onLimit: () => Promise<void>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    scope.end()
    void onLimit().finally(() => reject(tooLong(limit)))
  }, endsAt - performance.now())
  try {
    return await Promise.race([runIn(scope, () => runAlone(work)), scope.conflict, late])
  } finally {
    clearTimeout(timer)
    scope.end()
  }
}

/** Cancels the running statement, for which the rollback would wait. If that does not succeed, the statement has its own timeout. */
async function cancel(database: Database, pid: number): Promise<void> {
  const cancelled = queryOne(database, sql`select pg_cancel_backend(${pid}::int)`)
  await Promise.race([cancelled, delay(CANCEL_MS)]).catch(() => {})
}

function limiterOf(database: Database): RunKeyed {
  const total = Math.max(1, Math.floor(database.options.max / 4))
  const limiter = limiters.get(database) ?? createKeyedLimiter({ perKey: 1, total })
  limiters.set(database, limiter)
  return limiter
}

function refuseNesting(): DatabaseError {
  return new DatabaseError(
    'DATABASE_REHEARSAL_REFUSED',
    'A rehearsal cannot run within a rehearsal: it would see the changes of the outer one. Call the work itself.',
  )
}

function tooLong(limit: number): DatabaseError {
  return new DatabaseError(
    'DATABASE_REHEARSAL_ENDED',
    `The rehearsal was not done within ${limit / 1_000} s, so it was undone. Nothing was changed. Try again, or rehearse less at once.`,
  )
}
