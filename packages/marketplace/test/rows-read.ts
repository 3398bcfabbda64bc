/** How much statements read, from their plans. */
import type { Connection, Database } from '@entrepot/database'

/** A step of a plan, as `explain (analyze, format json)` describes it. */
interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The most rows that one step of a plan has read. */
function rowsRead(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return Math.max(own, ...(node.Plans ?? []).map(rowsRead))
}

/** Runs a statement, and returns the most rows that one of its steps has read. */
export async function rowsReadBy(
  database: Database,
  run: (connection: Connection) => Promise<unknown>,
): Promise<number> {
  let most = 0
  const session = {
    async query(statement: { text: string; values?: unknown[] }) {
      const text = `explain (analyze, format json) ${statement.text}`
      const { rows } = await database.query({ ...statement, name: undefined, text })
      most = Math.max(most, rowsRead(rows[0]['QUERY PLAN'][0].Plan))
      return { rows: [], rowCount: 0 }
    },
  }
  await run(session as unknown as Connection)
  return most
}

/** Describes the rows of tables to the planner, and where they are. */
export async function vacuum(database: Database, tables: readonly string[]): Promise<void> {
  await database.query(`vacuum (analyze) ${tables.map((name) => `marketplace.${name}`).join(', ')}`)
}
