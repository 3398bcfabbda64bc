/** The rows of a hub as a text, to see whether something was changed. */
import { type Database, query, raw, sql } from '@entrepot/database'

/** What {@link sumRows} leaves out. */
export interface LeftOut {
  /** Names of tables, without their schemas. */
  readonly tables: readonly string[]
  readonly columns: readonly string[]
}

/** A text with a line for each table. It is different if a row of the marketplace, its jobs, the sign-in or the hub is. */
export async function sumRows(
  database: Database,
  { tables: leftOut, columns }: LeftOut,
): Promise<string> {
  const tables = await query<{ name: string }>(
    database,
    sql`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('marketplace', 'marketplace_jobs', 'oauth', 'hub') and table_type = 'BASE TABLE'
      and table_name <> all (${leftOut}::text[])
    order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as sum
       from (select (to_jsonb(t) - '{${columns.join()}}'::text[])::text as row from ${name} t) rows`,
  )
  const rows = await query<{ name: string; sum: string }>(
    database,
    raw(`${parts.join(' union all ')} order by 1`),
  )
  return rows.map(({ name, sum }) => `${name} ${sum}\n`).join('')
}
