import type { DatabaseSync } from 'node:sqlite'

/** The tables, columns and indexes of a SQLite file as text, whatever statements have made them. */
export function describeTables(db: DatabaseSync): string {
  const rows = (statement: string, ...values: readonly string[]) =>
    db.prepare(statement).all(...values)
  const tables = rows(
    "select name, wr, strict from pragma_table_list where type = 'table' and name not like 'sqlite%' order by name",
  )
  return tables
    .flatMap((table) => [
      JSON.stringify(table),
      ...rows(
        'select name, type, "notnull", dflt_value as "default", pk from pragma_table_info(?) order by cid',
        String(table.name),
      ).map((column) => `  ${JSON.stringify(column)}`),
      ...rows(
        `select i.name, i."unique", i.partial, s.sql, (select group_concat(name) from pragma_index_info(i.name)) as columns
        from pragma_index_list(?) i left join sqlite_schema s on s.name = i.name order by i.name`,
        String(table.name),
      ).map((index) => `  ${JSON.stringify(index)}`),
      '',
    ])
    .join('\n')
}
