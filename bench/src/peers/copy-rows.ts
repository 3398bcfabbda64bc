/** Copies the rows of products, because a peer would take an hour to create 100,000 of them by its API. */
import { type Database, executeScript } from '@entrepot/database'

/** The columns of a table that have another value in each copy: ids, references to copied rows, and what is unique. */
export type CopiedTables = Readonly<Record<string, readonly string[]>>

/** Added to numbers for each copy, and to texts with a hyphen. */
const STEP = 10_000_000

/**
 * Copies all rows of the tables `copies` times, and counts them for the planner.
 *
 * @param kind of the columns that differ
 */
export async function copyRows(
  database: Database,
  tables: CopiedTables,
  kind: 'number' | 'text',
  copies: number,
): Promise<void> {
  const copyOf = (column: string) =>
    kind === 'number' ? `x."${column}" + n * ${STEP}` : `x."${column}" || '-' || n`
  for (const [table, columns] of Object.entries(tables)) {
    const changed = columns.map((column) => `'${column}', ${copyOf(column)}`).join(', ')
    await executeScript(
      database,
      `insert into "${table}" select (jsonb_populate_record(null::"${table}", to_jsonb(x) || jsonb_build_object(${changed}))).*
      from "${table}" x cross join generate_series(1, ${copies}) n`,
    )
  }
  await executeScript(database, 'vacuum analyze')
}
