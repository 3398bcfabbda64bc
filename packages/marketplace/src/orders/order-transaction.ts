/** Transactions on orders that others may change at the same time. */
import type { Database, Transaction } from '@entrepot/database'
import { transactionInLane } from '../shared/lane-transaction.ts'

/** What a transaction has not looked at stands in its way: it is to be run again, with a closer look. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError'
}

/** How often the work may run in all when others are in its way: each time somebody else has got on. */
const ATTEMPTS = 5

/**
 * Runs a transaction that locks orders. It takes for granted what is nearly always so: that no reference is taken, and that no
 * order is combined with others. Where it is not so, the work throws {@link OvertakenError}, and runs again in a new transaction
 * that looks first.
 *
 * @param work is told whether it is to look first
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
