import type { BatchOptions } from '@entrepot/batch'
import { isUnavailable } from '@entrepot/database'

/**
 * How writes that arrive together share a statement or a transaction. Two run at once: while one waits for the disk, PostgreSQL executes
 * the other. A failed one has been rolled back, and each of its writes is tried again alone. If the database is unavailable, all writes
 * fail at once, because trying each of them would only add to its load.
 */
export const JOINED_WRITES = {
  concurrency: 2,
  isNoOpError: (error) => !isUnavailable(error),
} as const satisfies BatchOptions<never>
