/**
 * The effect of a request: the transaction that a repeat of the request must not run again. Routes say whose request runs (`withEffect`), and
 * features run its transaction with `takeEffect`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { isRefusal } from '../shared/errors.ts'
import { keyedTransaction } from './keyed-transaction.ts'

/** The result of a transaction, as it was stored. */
export interface StoredResult {
  readonly result: unknown
}

/** Where the result of the effect of one request is stored. */
export interface EffectStore {
  /** The result that an earlier run of the request has stored. */
  readonly earlier?: StoredResult | undefined
  /** Stores a result in its transaction. Returns false if another run has stored one; waits for a run that is storing its own. */
  save(tx: Transaction, result: unknown): Promise<boolean>
  /** Reads the result that another run has stored. */
  read(): Promise<StoredResult>
}

/** The effect of a request that is running. */
export interface RunningEffect {
  readonly store: EffectStore
  /** `done` by this run, or `repeated`: the result is that of an earlier run. */
  state: 'open' | 'done' | 'repeated'
  /** Set when the request has its final answer. What it has started runs on without its effect. */
  isOver: boolean
}

const RUNNING = new AsyncLocalStorage<RunningEffect>()

/** Starts the effect of a request. */
export function startEffect(store: EffectStore): RunningEffect {
  return { store, state: 'open', isOver: false }
}

/** Runs the handler of a request. `takeEffect` stores the result of its transaction, and returns that of an earlier run. */
export function withEffect(effect: RunningEffect, run: () => void): void {
  RUNNING.run(effect, run)
}

/** Runs the work in a transaction, which may run it again. */
type Run<T> = (work: (tx: Transaction) => Promise<T>) => Promise<T>

type HasEffect<T> = (result: T) => boolean

/** Another run of the request has taken effect, so the transaction of this one is rolled back. */
class Overtaken extends Error {}

/**
 * Runs the transaction that is the effect of a request. If the request has an Idempotency-Key, the transaction stores its result too, unless
 * it has changed nothing. If an earlier run of the request has stored one, the work does not run, and that result is returned. So the request takes
 * effect once, even if its node ends right after the commit, or if two nodes run it.
 *
 * A request has one effect: later transactions of it, and all outside of requests, are ordinary ones. What the answer needs and cannot be
 * made again, such as a secret, must be in the result. The result is cloned by the structured clone algorithm: plain values, dates, sets and
 * maps. It must not be used by transactions that several requests share.
 *
 * @param hasEffect returns whether the transaction has changed something, so that a repeat must not run it. By default, all have
 * but those that return a refusal
 * @throws all errors of `work`; see `transaction` of `@entrepot/database`, which may run it again
 * @example
 * const issued = await takeEffect(database, async (tx) => await issueKey(tx, customerId, terms, actor))
 */
export async function takeEffect<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  hasEffect: HasEffect<T> = isDone,
): Promise<T> {
  const run: Run<T> = async (settling) => await transaction(database, settling)
  return await takeEffectIn(run, work, hasEffect)
}

/** {@link takeEffect} in a transaction that may wait for a lock; see `keyedTransaction`. */
export async function takeKeyedEffect<T>(
  database: Database,
  key: string,
  work: (tx: Transaction) => Promise<T>,
  hasEffect: HasEffect<T> = isDone,
): Promise<T> {
  const run: Run<T> = async (settling) => await keyedTransaction(database, key, settling)
  return await takeEffectIn(run, work, hasEffect)
}

function isDone(result: unknown): boolean {
  return !isRefusal(result)
}

async function takeEffectIn<T>(
  run: Run<T>,
  work: (tx: Transaction) => Promise<T>,
  hasEffect: HasEffect<T>,
): Promise<T> {
  const effect = RUNNING.getStore()
  if (effect === undefined || effect.isOver || effect.state !== 'open') return await run(work)
  const { earlier } = effect.store
  if (earlier !== undefined) return repeat(effect, earlier)
  try {
    const result = await run(async (tx) => {
      const own = await work(tx)
      // A repeat of a request that has changed nothing decides again.
      if (hasEffect(own) && !(await effect.store.save(tx, own))) throw new Overtaken()
      return own
    })
    if (hasEffect(result)) effect.state = 'done'
    return result
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    return repeat(effect, await effect.store.read())
  }
}

function repeat<T>(effect: RunningEffect, { result }: StoredResult): T {
  effect.state = 'repeated'
  return result as T
}
