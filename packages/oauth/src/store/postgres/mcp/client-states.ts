import type { Database } from '@entrepot/database'
import { type ClientState, type ClientStateStore, ENABLED_MEMORY } from '../../client-states.ts'
import { query, queryFirst, sql } from '../statement.ts'

/** States of clients in `oauth.mcp_client_states`. */
export function postgresClientStates(pool: Database): ClientStateStore {
  const columns = sql`client_id as "clientId", disabled, reason, extract(epoch from changed_at)::float8 as "changedAt"`
  return {
    async set({ clientId, disabled, reason }, { event, sub, address, userAgent, detail = {} }) {
      const change = disabled
        ? sql`
          insert into oauth.mcp_client_states as s (client_id, disabled, reason) values (${clientId}, true, ${reason})
          on conflict (client_id) do update
            set disabled = true, reason = excluded.reason, changed_at = excluded.changed_at, expires_at = null
            where not s.disabled
          returning client_id`
        : sql`
          update oauth.mcp_client_states
          set disabled = false, reason = ${reason}, changed_at = clock_timestamp(),
            expires_at = now() + make_interval(secs => ${ENABLED_MEMORY})
          where client_id = ${clientId} and disabled
          returning client_id`
      const row = await queryFirst(
        pool,
        sql`
        with changed as (${change}), audited as (
          insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
          select ${event}, client_id, ${sub ?? null}, ${JSON.stringify(detail)}::jsonb, ${address ?? null}, ${userAgent ?? null}
          from changed
        )
        select 1 from changed`,
      )
      return row !== undefined
    },
    async list(seconds) {
      const which =
        seconds === undefined
          ? sql`disabled`
          : sql`changed_at > now() - make_interval(secs => ${seconds})`
      return await query<ClientState>(
        pool,
        sql`select ${columns} from oauth.mcp_client_states where ${which}`,
      )
    },
    async find(clientIds) {
      return await query<ClientState>(
        pool,
        sql`
        select ${columns} from oauth.mcp_client_states
        where client_id = any (${clientIds}::text[]) and disabled`,
      )
    },
  }
}
