import type { BatchOptions } from '@entrepot/batch'
import { DatabaseError, isStatementTimeout, isUnavailable } from '@entrepot/database'

/** Milliseconds after which a request that waits for the database is answered with 503 (docs/decisions/0015-answers.md). */
export const WAIT_LIMIT_MS = 45_000

/**
 * How writes that arrive together share a statement or a transaction. Two run at once: while one waits for the disk, PostgreSQL executes
 * the other. A failed one has been rolled back, and each of its writes is tried again alone. If the database is unavailable, or a lock was
 * not free in time, all writes fail at once: trying each of them would only add to its load, and wait for the lock again.
 */
export const JOINED_WRITES = {
  concurrency: 2,
  timeout: { ms: WAIT_LIMIT_MS, error: waitedTooLong },
  isNoOpError: (error) => !isUnavailable(error) && !isStatementTimeout(error),
} as const satisfies BatchOptions<never>

function waitedTooLong(): DatabaseError {
  return new DatabaseError(
    'DATABASE_TOO_MANY_CONNECTIONS',
    `A write has waited for the database for ${WAIT_LIMIT_MS / 1_000} s. It may still take effect: send it again to find out.`,
  )
}
