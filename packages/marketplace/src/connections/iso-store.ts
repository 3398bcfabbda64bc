/** The SQL of moments within JSON. */
import { type Sql, sql } from '@entrepot/database'

/** A moment as `Date.toISOString` writes it. */
export const isoOf = (moment: Sql): Sql =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
