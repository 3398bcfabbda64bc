/** All SQL that runs for an export. */
import { copyOut, execute, queryOnce, type Sql, sql, type Transaction } from '@entrepot/database'
import { PAGE_SETTING } from './statement-store.ts'

/** The keys of a page, in order. */
export async function findKeys(
  tx: Transaction,
  keys: Sql,
  maxWeight: number,
): Promise<readonly string[]> {
  const rows = await queryOnce<{ key: string }>(
    tx,
    sql`
    select key from (
      select key, place, weight, sum(weight) over (order by place) as upto from (${keys}) picked
    ) as page where upto - weight < ${maxWeight}
    order by place`,
  )
  return rows.map((row) => row.key)
}

/** Writes the rows of a page. Waits for `sink`. */
export async function copyRows(
  tx: Transaction,
  customerId: string,
  keys: readonly string[],
  statement: string,
  sink: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const page = JSON.stringify({ customerId, keys })
  await execute(tx, sql`select set_config(${PAGE_SETTING}, ${page}, true)`)
  await copyOut(tx, statement, sink)
}
