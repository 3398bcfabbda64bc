/** Transactions on orders that other transactions may change at the same time. */
import type { Database, Transaction } from '@entrepot/database'
import { transactionInLane } from '../shared/lane-transaction.ts'

/** Another transaction has invalidated an assumption of this one, which is to run again without assumptions. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError'
}

/** How often the work runs at most. Each further run means that another transaction has committed. */
const ATTEMPTS = 5

/**
 * Runs a transaction that locks orders. The first run assumes what is nearly always true: no reference is taken, and no order is
 * combined with others. If an assumption is wrong, the work throws {@link OvertakenError} and runs again in a new transaction,
 * which reads first.
 *
 * @param work gets whether it must read first instead of assuming
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`
 */
export async function transactionOnOrders<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction, looksFirst: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const looksFirst = attempt > 1
      return await transactionInLane(database, customerId, async (tx) => await work(tx, looksFirst))
    } catch (error) {
      if (!(error instanceof OvertakenError) || attempt === ATTEMPTS) throw error
    }
  }
}
