/** Copies rows of the marketplace by single statements, because the API would take hours for millions. */
import { type Database, execute, query, raw, sql, transaction } from '@entrepot/database'

/** The rows of a table that are copied, and the columns that have another value in copy `n`: expressions over the row `x`. */
export interface CopiedRows {
  readonly table: string
  readonly where: string
  /** Undefined for a column that gets its default. */
  readonly changed: Readonly<Record<string, string | undefined>>
}

/** Makes copies `from` to `to` of rows. Foreign keys are not checked: what is copied was valid. The role must be a superuser. */
export async function copyMany(
  database: Database,
  all: readonly CopiedRows[],
  from: number,
  to: number,
): Promise<void> {
  await transaction(database, async (tx) => {
    await execute(tx, sql`set local session_replication_role = replica`)
    for (const { table, where, changed } of all) {
      const found = await query<{ name: string }>(
        tx,
        sql`
        select attname::text as name from pg_attribute
        where attrelid = ${`marketplace.${table}`}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      const names = found
        .map(({ name }) => name)
        .filter((name) => !(name in changed) || changed[name] !== undefined)
      const values = names.map((name) => changed[name] ?? `x.${name}`)
      await execute(
        tx,
        sql`
        insert into ${raw(`marketplace.${table}`)} (${raw(names.join(', '))}) overriding system value
        select ${raw(values.join(', '))} from ${raw(`marketplace.${table}`)} x, generate_series(${from}::int, ${to}::int) n
        where ${raw(where)}`,
      )
    }
  })
}
