import type { Database } from '@entrepot/database'
import type { AuditEntry, AuditStore } from '../../audit.ts'
import type { LimitStore, Revocation, RevocationStore } from '../../mcp.ts'
import { type AuditRow, auditEntry } from '../../rules/audit-entry.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { isAlive } from '../is-alive.ts'
import { empty, execute, join, query, queryFirst, raw, type Sql, sql } from '../statement.ts'

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

/** Seconds are rounded up, because a caller that gets 0 would try again at once. */
export function toWait(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}

/** Counted calls in `oauth.mcp_limits`. */
export function postgresLimits(pool: Database): LimitStore {
  return {
    async count(key, limit, windowSeconds) {
      const counted = countCall(key, windowSeconds)
      const row = await queryFirst<{ count: number; wait: number }>(pool, counted)
      return row === undefined || row.count <= limit ? 0 : toWait(row.wait)
    },
  }
}

/** The audit in `oauth.mcp_audit`. */
export function postgresAudit(pool: Database): AuditStore {
  return {
    async add(entries) {
      if (entries.length === 0) return
      const column = <T>(read: (entry: AuditEntry) => T) => entries.map(read)
      await execute(
        pool,
        sql`
        insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
        select * from unnest(${column(({ event }) => event)}::text[], ${column(({ clientId }) => clientId)}::text[],
          ${column(({ sub }) => sub)}::text[], ${column(({ detail = {} }) => JSON.stringify(detail))}::jsonb[],
          ${column(({ address }) => address)}::text[], ${column(({ userAgent }) => userAgent)}::text[])`,
      )
    },
    async list({ event, clientId, sub, before, after, limit = 100 }) {
      // The statement contains only the given conditions, so that an index fits them.
      const conditions = [
        event !== undefined && sql`event = ${literalOf(event)}`,
        clientId !== undefined && sql`client_id = ${clientId}`,
        sub !== undefined && sql`sub = ${sub}`,
        before !== undefined && sql`id < ${before}::bigint`,
        after !== undefined && sql`id > ${after}::bigint`,
      ].filter((one) => one !== false)
      const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty
      const rows = await query<Row>(
        pool,
        sql`
        select id, extract(epoch from at)::float8 as at, event, client_id as "clientId", sub, address,
          user_agent as "userAgent", detail
        from oauth.mcp_audit ${where}
        order by id desc limit ${Math.min(limit, 1_000)}`,
      )
      return rows.map((row) => auditEntry({ ...row, id: Number(row.id) }))
    },
  }
}

/** A known event is written into the statement itself, so that a partial index for this event fits every plan. */
function literalOf(event: string): string | Sql {
  return KNOWN_EVENTS.has(event) ? raw(`'${event}'`) : event
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set(Object.values(EVENTS))

type Row = Omit<AuditRow, 'id'> & { readonly id: string }

/** Revocations in `oauth.mcp_revocations`. */
export function postgresRevocations(pool: Database): RevocationStore {
  return {
    async add(id, ttlSeconds) {
      await execute(
        pool,
        sql`
        insert into oauth.mcp_revocations (id, expires_at)
        values (${id}, now() + make_interval(secs => ${ttlSeconds}))
        on conflict (id) do nothing`,
      )
    },
    async find(id) {
      const row = await queryFirst<Revocation>(
        pool,
        sql`
        select id, extract(epoch from revoked_at)::float8 as "revokedAt" from oauth.mcp_revocations
        where id = ${id} and ${isAlive}`,
      )
      return row
    },
    async list(seconds) {
      return await query<Revocation>(
        pool,
        sql`
        select id, extract(epoch from revoked_at)::float8 as "revokedAt" from oauth.mcp_revocations
        where expires_at > now()
          and (${seconds ?? null}::float8 is null or revoked_at > now() - make_interval(secs => ${seconds ?? null}::float8))`,
      )
    },
  }
}
