/** What was issued for the connections `c` of a statement. */
import type { ConnectionLives } from '../../mcp.ts'

const FAMILIES = `from mcp_refresh_families f where f.client_id = c.client_id and f.sub = c.sub and f.resource = c.resource`

const GOOD = `${FAMILIES} and f.revoked_at is null and f.expires_at > :now`

/** When a client has last got a token or a consent, and `ConnectionLives`. */
export const LIVES = `
  max(consented_at, coalesce((select max(coalesce(f.rotated_at, f.created_at)) ${FAMILIES}), 0)) as usedAt,
  (select max(f.created_at) ${GOOD} and f.current_hash is not null) as renewableSince,
  (select max(f.expires_at) ${GOOD}) as endsAt`

/** Adds whether the client can get new access tokens by itself. */
export function withActive<Row extends ConnectionLives>(
  row: Row,
): Row & { readonly active: boolean } {
  return { ...row, active: row.renewableSince !== null }
}
