import type { AuditEntry, AuditStore } from '../../audit.ts'
import type { LimitStore } from '../../mcp.ts'
import { type AuditRow, auditEntry } from '../../rules/audit-entry.ts'
import type { Statements } from '../statements.ts'

/** Counted calls in `mcp_limits`. */
export function sqliteLimits(statements: Statements): LimitStore {
  return {
    count: async (key, limit, windowSeconds) => countCall(statements, key, limit, windowSeconds),
  }
}

/** Counts a call. Returns the seconds to wait if there were too many, otherwise 0. */
export function countCall(
  { all }: Statements,
  key: string,
  limit: number,
  windowSeconds: number,
): number {
  const [row] = all<{ count: number; wait: number }>(
    `insert into mcp_limits (key, count, expires_at) values (:key, 1, :now + :windowSeconds)
     on conflict (key) do update set
       count = case when expires_at <= :now then 1 else count + 1 end,
       expires_at = case when expires_at <= :now then excluded.expires_at else expires_at end
     returning count, expires_at - :now as wait`,
    { key, windowSeconds },
  )
  return row === undefined || row.count <= limit ? 0 : Math.max(1, Math.ceil(row.wait))
}

/** The audit in `mcp_audit`. */
export function sqliteAudit(statements: Statements): AuditStore {
  return {
    async add(entries) {
      for (const entry of entries) insertAudit(statements, entry)
    },
    async list({ event, clientId, sub, before, after, limit = 100 }) {
      // The statement contains only the given conditions, so that an index fits them.
      const conditions = [
        event !== undefined && 'event = :event',
        clientId !== undefined && 'client_id = :clientId',
        sub !== undefined && 'sub = :sub',
        before !== undefined && 'id < :before',
        after !== undefined && 'id > :after',
      ].filter((one) => one !== false)
      const given = Object.entries({ event, clientId, sub, before, after })
      const rows = statements.all<Omit<AuditRow, 'detail'> & { readonly detail: string }>(
        `select id, at, event, client_id as clientId, sub, address, user_agent as userAgent, detail from mcp_audit
         ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
         order by id desc limit :limit`,
        {
          ...Object.fromEntries(
            given.filter((one): one is [string, string | number] => one[1] !== undefined),
          ),
          limit: Math.min(limit, 1_000),
        },
      )
      return rows.map((row) => auditEntry({ ...row, detail: JSON.parse(row.detail) }))
    },
  }
}

/** Writes an event. */
export function insertAudit({ run }: Statements, entry: AuditEntry): void {
  const {
    event,
    clientId = null,
    sub = null,
    detail = {},
    address = null,
    userAgent = null,
  } = entry
  run(
    `insert into mcp_audit (at, event, client_id, sub, detail, address, user_agent)
     values (:now, :event, :clientId, :sub, :detail, :address, :userAgent)`,
    { event, clientId, sub, detail: JSON.stringify(detail), address, userAgent },
  )
}
