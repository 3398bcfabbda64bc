/** Transactions on orders that other transactions may change at the same time. */
import type { Database, Transaction } from '@entrepot/database'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { takeKeyedEffect } from '../../kit/sql/take-effect.ts'

/** Another transaction has invalidated an assumption of this one. The transaction must run again without assumptions. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError'
}

/** Maximum number of runs. Each further run means that another transaction has committed. */
const ATTEMPTS = 5

/**
 * Runs a transaction that locks orders. The first run assumes the usual case: no reference is taken, and no order is combined with others.
 * If an assumption is wrong, the work throws {@link OvertakenError} and runs again in a new transaction, which reads first.
 *
 * @param work its argument says whether it must read first instead of assuming
 * @throws all errors of `work`; see `transaction` of `@entrepot/database`
 */
export async function transactionOnOrders<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction, readsFirst: boolean) => Promise<T>,
): Promise<T> {
  return await onOrders(keyedTransaction, database, customerId, work)
}

/** {@link transactionOnOrders} as the effect of one request; see `takeEffect`. */
export async function takeEffectOnOrders<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction, readsFirst: boolean) => Promise<T>,
): Promise<T> {
  return await onOrders(takeKeyedEffect, database, customerId, work)
}

async function onOrders<T>(
  run: typeof keyedTransaction,
  database: Database,
  customerId: string,
  work: (tx: Transaction, readsFirst: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const readsFirst = attempt > 1
      return await run(database, customerId, async (tx) => await work(tx, readsFirst))
    } catch (error) {
      if (!(error instanceof OvertakenError) || attempt === ATTEMPTS) throw error
    }
  }
}
