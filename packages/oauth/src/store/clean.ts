import { setTimeout as wait } from 'node:timers/promises'

/** Options of a clean-up. */
export interface CleanOptions {
  /** Seconds that rows of the audit are kept; without it they all are. */
  readonly auditTtl?: number | undefined
  /** Ends the clean-up after the batch that it is at. */
  readonly signal?: AbortSignal | undefined
}

/** Every table of the databases with rows that expire by themselves. */
export const EXPIRING: readonly string[] = [
  'csrf_tokens',
  'logins',
  'platform_oauth_mcp_clients',
  'platform_oauth_mcp_keys',
  'mcp_client_documents',
  'mcp_client_states',
  'mcp_auth_codes',
  'mcp_refresh_families',
  'mcp_spent_refresh_tokens',
  'mcp_assertion_jtis',
  'mcp_connections',
  'mcp_revocations',
  'mcp_limits',
]

/** Rows that one statement deletes: few enough to hold no lock for long, and in SQLite no other request either. */
export const CLEAN_BATCH = 1_000

/** Rest after a batch, in times that it took: a clean-up is to take a tenth of one connection, however much there is of it. */
const REST = 9

/** Deletes up to {@link CLEAN_BATCH} rows of one table, or a few more, and says how many. */
export type DeleteBatch = () => number | Promise<number>

/**
 * Deletes a batch of each table in turn until none is full, resting after each full one. So no table waits for another, however
 * much there is of it.
 *
 * @returns rows deleted
 */
export async function cleanInTurns(
  tables: readonly DeleteBatch[],
  signal: AbortSignal | undefined,
): Promise<number> {
  let deleted = 0
  for (let left = [...tables]; left.length > 0; ) {
    const full: DeleteBatch[] = []
    for (const deleteBatch of left) {
      if (signal?.aborted) return deleted
      const startedAt = performance.now()
      const count = await deleteBatch()
      deleted += count
      if (count < CLEAN_BATCH) continue
      full.push(deleteBatch)
      const rest = REST * (performance.now() - startedAt)
      await wait(rest, undefined, { signal, ref: false }).catch(() => {})
    }
    left = full
  }
  return deleted
}
