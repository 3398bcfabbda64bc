import type { AuditEntry, AuditStore, LimitStore, StoredAuditEntry } from '../../mcp.ts'
import type { Statements } from '../statements.ts'

/** Counted calls in `mcp_limits`. */
export function sqliteLimits(statements: Statements): LimitStore {
  return {
    count: async (key, limit, windowSeconds) => countCall(statements, key, limit, windowSeconds),
  }
}

/** Counts a call; the seconds to wait when there were too many, else 0. */
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
    async list({ event = null, clientId = null, sub = null, before = null, limit = 100 }) {
      const rows = statements.all<Omit<StoredAuditEntry, 'detail'> & { detail: string }>(
        `select id, at, event, client_id as clientId, sub, detail from mcp_audit
         where (:event is null or event = :event) and (:clientId is null or client_id = :clientId)
           and (:sub is null or sub = :sub) and (:before is null or id < :before)
         order by id desc limit :limit`,
        { event, clientId, sub, before, limit: Math.min(limit, 1_000) },
      )
      return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }))
    },
  }
}

/** Writes an event. */
export function insertAudit({ run }: Statements, entry: AuditEntry): void {
  const { event, clientId = null, sub = null, detail = {} } = entry
  run(
    `insert into mcp_audit (at, event, client_id, sub, detail)
     values (:now, :event, :clientId, :sub, :detail)`,
    { event, clientId, sub, detail: JSON.stringify(detail) },
  )
}
