/** A checksum of all tables, by table. */
import { setTimeout } from 'node:timers/promises'
import { type Database, query, raw, sql } from '@entrepot/database'

/** Tables that refused calls change, too. Counters of Ids may skip some, as sequences do. */
const OPERATIONAL: ReadonlySet<string> = new Set([
  // A call of an agent that needs a person is refused, and waits.
  'hub.agent_approvals',
  // Calls of agents are counted, also those that are refused.
  'hub.agent_usage',
  // What a channel has to fetch is compared in the background, to tell it.
  'marketplace.channel_syncs',
  'marketplace.idempotency_keys',
  'marketplace.listings',
  // What orders and counts change for channels is found in the background.
  'marketplace.offer_history',
  'marketplace.offer_holds',
  'marketplace.order_counters',
  'marketplace.rate_windows',
  'marketplace.refusal_clocks',
  'marketplace.refusals',
  'marketplace.stock_departures',
  'marketplace.stock_marks',
  'marketplace.stock_shortfalls',
  // What channels have polled is written after the answer.
  'marketplace.sync_log',
  // What happened to earlier sign-ins and tokens is written later.
  'oauth.mcp_audit',
  // Counters that have ended are removed every minute.
  'oauth.mcp_limits',
])

/** Columns in which use and background work are noted. */
const NOTES = [
  'last_used_at',
  // Of products, for channels.
  ...['changed', 'changed_cause'],
  // Of webhooks.
  ...['due_at', 'event_cursor', 'failing_since', 'last_success_at', 'lease_id', 'leased_until'],
  ...['replay_cursor', 'replay_failed_only', 'replay_since', 'replay_until'],
]

/** Conditions on rows of a table that background work also writes. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'marketplace.events':
    "where type not in ('sync.pending', 'webhook.disabled', 'stock.short', 'offer.guarded', 'offer.held_back', 'agent.capped')" +
    " and type not like 'approval.%'",
  // Such a webhook is disabled as soon as its receiver has answered 410.
  'marketplace.webhooks': "where url not like '%/gone'",
}

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
  return (
    name.startsWith('marketplace_jobs.') ||
    /^marketplace\.webhook_(deliveries|attempts)$/.test(name)
  )
}

export async function sumTables(database: Database, tables: readonly string[]): Promise<Checksum> {
  const parts = tables.map(
    (name) => `select '${name}' as name,
      (select count(*) || ':' || coalesce(sum(hashtextextended((to_jsonb(t) - '{${NOTES.join()}}'::text[])::text, 0)), 0)
       from ${name} t ${CONDITIONS[name] ?? ''}) as sum`,
  )
  const rows = await query<{ name: string; sum: string }>(database, raw(parts.join(' union all ')))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** The tables that differ. */
export function compareSums(before: Checksum, after: Checksum): readonly string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}

/** Waits until no import and no job changes products or orders. */
export async function workEnds(database: Database): Promise<void> {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const rows = await query(
      database,
      sql`
      select from marketplace.imports where status in ('queued', 'running')
      union all select from marketplace.order_jobs where status in ('queued', 'running')
      union all select from marketplace.product_jobs where status in ('queued', 'running') limit 1`,
    )
    if (rows.length === 0) return
    await setTimeout(20)
  }
  throw new Error('an import or a job did not end within 60 s')
}
