/** What was issued for the connections `c` of a statement. */
import { sql } from '../statement.ts'

const IS_GOOD = sql`revoked_at is null and expires_at > now()`

/** Joins the families of each connection as `f`. */
export const WITH_FAMILIES = sql`
  left join lateral (
    select max(coalesce(rotated_at, created_at)) as used_at,
      max(created_at) filter (where current_hash is not null and ${IS_GOOD}) as renewable_since,
      max(expires_at) filter (where ${IS_GOOD}) as ends_at
    from oauth.mcp_refresh_families
    where sub = c.sub and client_id = c.client_id and resource = c.resource
  ) f on true`

/** Whether a client can get new access tokens by itself, and `ConnectionLives`. */
export const LIVES = sql`f.renewable_since is not null as active,
  extract(epoch from f.renewable_since)::float8 as "renewableSince", extract(epoch from f.ends_at)::float8 as "endsAt"`
