import { setTimeout as wait } from 'node:timers/promises'
import { MAX_ACCESS_TTL } from './mcp.ts'

/** Options of a clean-up. */
export interface CleanOptions {
  /** Seconds for which rows of the audit are kept; undefined keeps all rows. */
  readonly auditTtl?: number | undefined
  /** Ends the clean-up after the current batch. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The tables whose rows expire, with the seconds for which a row is kept afterwards. The last access token of a family outlives it, and
 * is revoked by it.
 */
export const EXPIRING: Readonly<Record<string, number>> = {
  csrf_tokens: 0,
  logins: 0,
  platform_oauth_mcp_clients: 0,
  platform_oauth_mcp_keys: 0,
  mcp_client_documents: 0,
  mcp_client_states: 0,
  mcp_auth_codes: 0,
  mcp_refresh_families: MAX_ACCESS_TTL,
  mcp_spent_refresh_tokens: 0,
  mcp_assertion_jtis: 0,
  mcp_device_codes: 0,
  mcp_connections: 0,
  mcp_revocations: 0,
  mcp_limits: 0,
}

/**
 * Rows that one statement deletes. The number is small, so that locks are short and, with SQLite, other requests do not wait
 * long.
 */
export const CLEAN_BATCH = 1_000

/** The pause after a batch, as a multiple of its duration, so that a clean-up of any size uses a tenth of one connection. */
const REST = 9

/** Deletes about {@link CLEAN_BATCH} rows of one table, and returns their number. */
export type DeleteBatch = () => number | Promise<number>

/**
 * Deletes a batch of each table in turn until no batch is full, with a pause after each full batch. So a large table does not
 * delay the others.
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
