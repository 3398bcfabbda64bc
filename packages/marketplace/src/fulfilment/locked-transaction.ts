/** Transactions on orders that others may change at the same time. */
import { type Database, isUniqueViolation, type Transaction } from '@entrepot/database'
import { lockingTransaction } from '../locking-transaction.ts'
import { CombinationMovedError } from './order-states.ts'

/** How often the work may run in all when others are in its way: each time somebody else has got on. */
const ATTEMPTS = 5

/**
 * Runs a transaction that locks orders, and runs it again when another one has taken a reference, or changed a combination,
 * between its look and its write: then it is seen.
 *
 * @throws whatever `work` throws; see `transaction` of `@entrepot/database`
 */
export async function lockedTransaction<T>(
  database: Database,
  customerId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockingTransaction(database, customerId, work)
    } catch (error) {
      const isOvertaken = isUniqueViolation(error) || error instanceof CombinationMovedError
      if (!isOvertaken || attempt === ATTEMPTS) throw error
    }
  }
}
