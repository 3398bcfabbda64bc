/** Transactions on orders that others may change at the same time. */
import { type Database, isUniqueViolation, type Transaction } from '@entrepot/database'
import { lockingTransaction } from '../locking-transaction.ts'
import { CombinationMovedError } from './order-states.ts'

/** How often the work may run in all when others are in its way: each time somebody else has got on. */
const ATTEMPTS = 5

/**
 * Runs a transaction that locks orders, and runs it again when one of them is combined with others, to lock those too; and
 * when another transaction has taken a reference between its look and its write: then it is seen.
 *
 * @param work is told whether it is to lock combinations as a whole
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`
 */
export async function lockedTransaction<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction, withCombined: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isAgain = attempt > 1
      return await lockingTransaction(database, customerId, async (tx) => await work(tx, isAgain))
    } catch (error) {
      const isOvertaken = isUniqueViolation(error) || error instanceof CombinationMovedError
      if (!isOvertaken || attempt === ATTEMPTS) throw error
    }
  }
}
