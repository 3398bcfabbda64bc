import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Limit, NamedStatement } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import { DatabaseError, isRetryable, isStalePlan, sqlState } from '../errors.ts'
import { type Carrier, lostBeforeCommit, runWork, Transaction } from './open-transaction.ts'

const CURRENT = new AsyncLocalStorage<Scope | undefined>()

/**
 * The scope of the rehearsal within which the code runs. Undefined outside of one, and for other databases.
 *
 * @throws {DatabaseError} `DATABASE_REHEARSAL_ENDED` for code that its rehearsal has left behind
 */
export function scopeOf(database: Database): Scope | undefined {
  const scope = CURRENT.getStore()
  return scope?.database === database ? scope.findOpen() : undefined
}

/** Whether the code runs within a rehearsal, of any database. */
export function isRehearsing(): boolean {
  return CURRENT.getStore() !== undefined
}

/** Runs code within a scope, or outside of each. */
export function runIn<T>(scope: Scope | undefined, work: () => T): T {
  return CURRENT.run(scope, work)
}

/** One name for all: PostgreSQL takes the latest savepoint of a name. */
const SAVE = 'savepoint rehearsal'
const RELEASE = 'release savepoint rehearsal'
const UNDO = `rollback to ${RELEASE.slice('release '.length)}; ${RELEASE}`

/** SQLSTATE of a statement in a transaction in which one has failed. */
const IN_FAILED_TRANSACTION = '25P02'

/** Statements that would end the transaction of the rehearsal, behind comments. `rollback to` a savepoint is none. */
const CONTROLS_TRANSACTION =
  /^(?:\s|--.*\n|\/\*.*?\*\/)*(?:begin|start|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/is

/** What all scopes of a rehearsal share. */
interface Shared {
  readonly root: Transaction
  readonly conflict: PromiseWithResolvers<never>
  /** Set when a prepared statement of the connection has become stale, for which there is no other connection. */
  isUnprepared: boolean
}

/**
 * What runs on the connection of a rehearsal, one after the other: the rehearsal itself, or a transaction within it. The statements of a
 * transaction belong to its own scope, so that they do not wait for the transaction to end.
 */
export class Scope {
  readonly database: Database
  readonly #shared: Shared
  readonly #parent: Scope | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false

  private constructor(shared: Shared, parent: Scope | undefined) {
    this.database = shared.root.database
    this.#shared = shared
    this.#parent = parent
  }

  /** The scope of a rehearsal that runs in a transaction. */
  static begin(root: Transaction): Scope {
    const conflict = Promise.withResolvers<never>()
    conflict.promise.catch(() => {}) // nobody may be waiting for it
    return new Scope({ root, conflict, isUnprepared: false }, undefined)
  }

  /** Rejects when PostgreSQL undoes a statement because of a deadlock: the locks for which it waited stay until the rehearsal ends. */
  get conflict(): Promise<never> {
    return this.#shared.conflict.promise
  }

  /** Refuses further statements. */
  end(): void {
    this.#isOver = true
  }

  /** This scope, or the innermost one around it that has not ended. */
  findOpen(): Scope {
    if (!this.#isOver) return this
    if (this.#parent === undefined) throw ended()
    return this.#parent.findOpen()
  }

  /** Runs a statement. If it fails, nothing else of the rehearsal fails. */
  async query<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>> {
    return await this.#inTurn(async () => {
      await this.#control(SAVE)
      try {
        const result = await this.#send<Row>(statement)
        await this.#control(RELEASE)
        return result
      } catch (error) {
        await this.#undo()
        throw this.#explain(error)
      }
    })
  }

  /** Runs a transaction as a savepoint. */
  async transact<T>(work: (tx: Transaction) => Promise<T>, limit: Limit): Promise<T> {
    return await this.#inTurn(async () => {
      await this.#control(SAVE)
      const inner = new Scope(this.#shared, this)
      const tx = new Transaction(this.database, inner.#carrier(), limit)
      try {
        const result = await runIn(inner, () => runWork(tx, work))
        await inner.#close(tx)
        return result
      } catch (error) {
        tx.end()
        inner.end()
        // After the statements that are still waiting, as on a connection of its own.
        await inner.#inTurn(() => this.#undo())
        throw this.#explain(error)
      }
    })
  }

  /** Ends a transaction like a commit. @throws the error of a failed statement of which the work has taken no notice */
  async #close(tx: Transaction): Promise<void> {
    tx.end()
    this.end()
    await this.#inTurn(() => this.#control(RELEASE)).catch((error: unknown) => {
      throw sqlState(error) === IN_FAILED_TRANSACTION ? tx.failure : error
    })
  }

  #carrier(): Carrier {
    const { root } = this.#shared
    return {
      query: (statement) => {
        const scope = this.#innermost()
        return scope.#inTurn(() => scope.#send(statement))
      },
      submit: (work) => root.submit(work),
      onLoss(listener) {
        root.loss.catch(listener)
        return () => {}
      },
    }
  }

  /** The scope of a transaction within this one in which the code runs: it has the turn of this one. */
  #innermost(): Scope {
    const current = CURRENT.getStore()
    for (let around = current; around !== undefined; around = around.#parent) {
      if (around === this) return (current as Scope).findOpen()
    }
    return this
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return await turn
  }

  async #send<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>> {
    const { root } = this.#shared
    if (CONTROLS_TRANSACTION.test(statement.text)) throw refuseControl(statement.text)
    const { name, ...unnamed } = statement
    // The extended protocol accepts no scripts, in which a commit could hide.
    const sent = { ...(this.#shared.isUnprepared ? unnamed : statement), queryMode: 'extended' }
    try {
      return await root.query<Row>(sent)
    } catch (error) {
      if (isStalePlan(error)) this.#shared.isUnprepared = true
      if (isRetryable(error)) this.#shared.conflict.reject(error)
      throw error
    }
  }

  async #control(text: string): Promise<void> {
    await this.#shared.root.query({ text })
  }

  /** If the connection is lost, or the rehearsal has ended, everything is undone anyway. */
  async #undo(): Promise<void> {
    await this.#control(UNDO).catch(() => {})
  }

  #explain(error: unknown): unknown {
    const { root } = this.#shared
    return root.isLost && error === root.failure ? lostBeforeCommit(error) : error
  }
}

function ended(): DatabaseError {
  return new DatabaseError(
    'DATABASE_REHEARSAL_ENDED',
    'The rehearsal has ended, so it refuses further statements, which would take effect. Await all work within it.',
  )
}

function refuseControl(text: string): DatabaseError {
  return new DatabaseError(
    'DATABASE_REHEARSAL_REFUSED',
    `A rehearsal refuses statements that begin or end a transaction, because they would end the rehearsal: ${text.trim().slice(0, 80)}`,
  )
}
