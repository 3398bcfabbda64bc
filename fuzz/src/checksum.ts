/** A checksum of all tables, by table. */
import { type Database, query, raw, sql } from '@entrepot/database'

/** Tables that refused calls change, too. Counters of Ids may skip some, as sequences do. */
const OPERATIONAL: ReadonlySet<string> = new Set([
  'marketplace.idempotency_keys',
  'marketplace.order_counters',
  'marketplace.rate_windows',
  'marketplace.refusal_clocks',
  'marketplace.refusals',
  // What happened to earlier sign-ins and tokens is written later.
  'oauth.mcp_audit',
])

export type Checksum = Readonly<Record<string, string>>

/** Lists the tables whose rows a refused call must leave as they are. */
export async function listTables(database: Database): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    database,
    sql`select table_schema || '.' || table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !OPERATIONAL.has(name) && !ofJobs(name))
}

/** Jobs and deliveries go on while calls are refused. */
function ofJobs(name: string): boolean {
  return name.startsWith('pgboss.') || /^marketplace\.webhook_(deliveries|attempts)$/.test(name)
}

export async function sumTables(database: Database, tables: readonly string[]): Promise<Checksum> {
  const parts = tables.map(
    (name) => `select '${name}' as name,
      (select count(*) || ':' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)), 0)
       from ${name} t) as sum`,
  )
  const rows = await query<{ name: string; sum: string }>(database, raw(parts.join(' union all ')))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** The tables that differ. */
export function compareSums(before: Checksum, after: Checksum): readonly string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}
