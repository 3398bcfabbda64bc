import type { BatchOptions } from '@entrepot/batch'
import { isUnavailable } from '@entrepot/database'

/**
 * How writes that arrive together share a statement or a transaction. Two at once: while one waits for the disk, PostgreSQL works
 * on the other. One that failed was rolled back, and each is tried alone; while the database cannot be used all fail at once,
 * since trying each would only add to its load.
 */
export const JOINED_WRITES = {
  concurrency: 2,
  hasDoneNothing: (error) => !isUnavailable(error),
} as const satisfies BatchOptions<never>
