/** The rows of a hub, table by table, to see whether something was changed. */
import { type Database, query, raw, sql } from '@entrepot/database'

/** What {@link sumRows} leaves out. */
export interface LeftOut {
  /** Names of tables without their schemas, or of schemas. */
  readonly tables: readonly string[]
  readonly columns: readonly string[]
}

/** A sum for each table of the marketplace, its jobs, the sign-in and the hub. It is different if a row is. */
export type RowSums = ReadonlyMap<string, string>

/**
 * The tables in which a row is not as it was, for a message that names nothing else.
 *
 * @example expect(changedTables(before, await rows())).toEqual([])
 */
export function changedTables(before: RowSums, after: RowSums): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

/** Reads the sums of all tables at one moment. */
export async function sumRows(
  database: Database,
  { tables: leftOut, columns }: LeftOut,
): Promise<RowSums> {
  const tables = await query<{ name: string }>(
    database,
    sql`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('marketplace', 'marketplace_jobs', 'oauth', 'hub') and table_type = 'BASE TABLE'
      and table_name <> all (${leftOut}::text[]) and table_schema <> all (${leftOut}::text[])
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
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}
