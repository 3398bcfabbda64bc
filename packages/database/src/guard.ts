import type { Sql, TransactionSql } from 'postgres'
import { DatabaseError, isSessionEnd, isUnavailable, messageOf } from './errors.ts'

/**
 * Makes `begin` of a postgres.js client safe against the loss of its connection.
 *
 * postgres.js 3.4.9 goes on writing to a transaction whose connection has closed: its own `rollback` hits a null socket
 * and ends the process with an uncaught TypeError, and where the pool has reconnected meanwhile, further statements of
 * the transaction run outside of it (https://github.com/porsager/postgres/issues/1208 and pull request 1155). Here a
 * transaction that has lost its connection, or has ended, refuses every further statement, and the driver is not told
 * that the work has failed, so that it does not roll back what is gone: it has rejected the transaction by itself.
 *
 * Intentionally not covered: `reserve()`, which this project does not use; and single statements of the pool: the first
 * one after a reconnection may be rejected, unsent, with the FATAL error that ended the session before (the driver keeps
 * it). {@link isUnavailable} knows it, and {@link transaction} tries again.
 */
export function guardTransactions(client: Sql): Sql {
  const begin = client.begin.bind(client) as Begin

  async function guardedBegin(...given: unknown[]): Promise<unknown> {
    const work = given.at(-1) as Work
    const state: State = { phase: 'connecting', lost: false }
    const start = async (tx: TransactionSql) => {
      state.phase = 'working'
      const result = await run(tx, work, state)
      state.phase = 'committing'
      return result
    }
    try {
      return await begin(given.length > 1 ? String(given[0]) : '', start)
    } catch (error) {
      throw explain(error, state)
    } finally {
      state.phase = 'ended'
    }
  }

  return Object.assign(client, { begin: guardedBegin })
}

type Begin = (options: string, work: (tx: TransactionSql) => Promise<unknown>) => Promise<unknown>
type Work = (tx: TransactionSql) => unknown

interface State {
  phase: 'connecting' | 'working' | 'committing' | 'ended'
  lost: boolean
}

/** Runs the work of a transaction or savepoint; settles only while its connection lives. */
async function run(tx: TransactionSql, work: Work, state: State): Promise<unknown> {
  try {
    const returned = await work(guard(tx, state))
    const result = Array.isArray(returned) ? await Promise.all(returned) : returned
    if (isUsable(state)) return result
  } catch (error) {
    // Only after the events of this turn is it known whether the connection has gone together with the statement.
    await new Promise(setImmediate)
    if (isUsable(state) && !isSessionEnd(error)) throw error
  }
  // Never settles: the driver has rejected `begin`, and would send a rollback or commit to nobody.
  return await new Promise<never>(() => {})
}

function isUsable(state: State): boolean {
  return state.phase === 'working' && !state.lost
}

function guard(tx: TransactionSql, state: State): TransactionSql {
  const guarded =
    (method: (...args: never[]) => unknown) =>
    (...args: unknown[]): unknown => {
      if (!isUsable(state)) throw explainEnd(state)
      const pending = Reflect.apply(method, undefined, args)
      watchForLoss(pending, state)
      return pending
    }
  return new Proxy(tx, {
    apply: (target, _this, args) => guarded(target as never)(...args),
    get(target, key) {
      if (key === 'unsafe' || key === 'file') return guarded(target[key])
      if (key !== 'savepoint') return Reflect.get(target, key)
      return (...args: unknown[]) => {
        const inner = (nested: TransactionSql) => run(nested, args.at(-1) as Work, state)
        return guarded(target.savepoint)(...args.slice(0, -1), inner)
      }
    },
  })
}

/** Notes a lost connection before the caller's own handlers run, and without starting the (lazy) statement. */
function watchForLoss(pending: unknown, state: State): void {
  if (!(pending instanceof Promise)) return
  Promise.prototype.then.call(pending, undefined, (error) => {
    if (isSessionEnd(error)) state.lost = true
  })
}

function explain(cause: unknown, state: State): unknown {
  if (state.phase === 'connecting') {
    if (!isUnavailable(cause)) return cause
    return new DatabaseError(
      'DATABASE_UNREACHABLE',
      `No transaction could be started: the database does not answer (${messageOf(cause)}). Nothing was changed; try again when it is back.`,
      { cause },
    )
  }
  if (!isSessionEnd(cause)) return cause
  const outcome =
    state.phase === 'committing'
      ? 'while committing: it may or may not have been committed; look before trying again'
      : 'before its commit: nothing was changed; try again'
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    `The connection of a transaction was lost ${outcome}.`,
    { cause },
  )
}

function explainEnd(state: State): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    state.lost
      ? 'The connection of this transaction was lost; its further statements are refused. Run the whole transaction again.'
      : 'This transaction has ended, or its connection was lost. Await every statement before the work returns.',
  )
}
