import type { Pool } from 'pg'
import type { AuditEntry, AuditStore, LimitStore, StoredAuditEntry } from '../../mcp.ts'
import { execute, query, queryFirst, type Sql, sql } from '../statement.ts'

/** Counts a call: the statement, with `count` and the seconds until the window ends. */
export function countCall(key: string, windowSeconds: number): Sql {
  return sql`
    insert into oauth.mcp_limits as l (key, count, expires_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when l.expires_at <= now() then 1 else l.count + 1 end,
      expires_at = case when l.expires_at <= now() then excluded.expires_at else l.expires_at end
    returning count, extract(epoch from expires_at - now())::float8 as wait`
}

/** Whole seconds to wait: a caller that is told 0 would try again at once. */
export function toWait(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}

/** Counted calls in `oauth.mcp_limits`. */
export function postgresLimits(pool: Pool): LimitStore {
  return {
    async count(key, limit, windowSeconds) {
      const counted = countCall(key, windowSeconds)
      const row = await queryFirst<{ count: number; wait: number }>(pool, counted)
      return row === undefined || row.count <= limit ? 0 : toWait(row.wait)
    },
  }
}

/** The audit in `oauth.mcp_audit`. */
export function postgresAudit(pool: Pool): AuditStore {
  return {
    async add(entries) {
      if (entries.length === 0) return
      const column = <T>(read: (entry: AuditEntry) => T) => entries.map(read)
      await execute(
        pool,
        sql`
        insert into oauth.mcp_audit (event, client_id, sub, detail)
        select * from unnest(${column(({ event }) => event)}::text[], ${column(({ clientId }) => clientId)}::text[],
          ${column(({ sub }) => sub)}::text[], ${column(({ detail = {} }) => JSON.stringify(detail))}::jsonb[])`,
      )
    },
    async list({ event = null, clientId = null, sub = null, before = null, limit = 100 }) {
      const rows = await query<StoredAuditEntry & { id: string }>(
        pool,
        sql`
        select id, extract(epoch from at)::float8 as at, event, client_id as "clientId", sub, detail
        from oauth.mcp_audit
        where (${event}::text is null or event = ${event}) and (${clientId}::text is null or client_id = ${clientId})
          and (${sub}::text is null or sub = ${sub}) and (${before}::bigint is null or id < ${before})
        order by id desc limit ${Math.min(limit, 1_000)}`,
      )
      return rows.map((row) => ({ ...row, id: Number(row.id) }))
    },
  }
}
