import { setTimeout as wait } from 'node:timers/promises'

/** Options of a clean-up. */
export interface CleanOptions {
  /** Seconds that rows of the audit are kept; without it they all are. */
  readonly auditTtl?: number | undefined
  /** Ends the clean-up after the batch that it is at. */
  readonly signal?: AbortSignal | undefined
}

/** Rows that one statement deletes: few enough to hold no lock for long, and in SQLite no other request either. */
export const CLEAN_BATCH = 1_000

/** Rest after a batch, in times that it took: a clean-up is to take a tenth of one connection, however much there is of it. */
const REST = 9

/**
 * Deletes batch after batch until one is not full, resting after each.
 *
 * @param deleteBatch deletes up to {@link CLEAN_BATCH} rows, and says how many
 * @returns rows deleted
 */
export async function cleanInBatches(
  deleteBatch: () => number | Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let deleted = 0
  while (signal?.aborted !== true) {
    const startedAt = performance.now()
    const count = await deleteBatch()
    deleted += count
    if (count < CLEAN_BATCH) break
    const rest = REST * (performance.now() - startedAt)
    await wait(rest, undefined, { signal, ref: false }).catch(() => {})
  }
  return deleted
}
