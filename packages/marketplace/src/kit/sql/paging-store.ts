/** SQL for positions in lists. Times are in microseconds, the resolution of PostgreSQL. */
import { type Sql, sql } from '@entrepot/database'

/** Converts the time of a cursor to a timestamp. */
export function fromMicros(micros: string): Sql {
  return sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
}

/** Converts a timestamp to the time of a cursor. */
export function microsOf(timestamp: Sql): Sql {
  return sql`(extract(epoch from ${timestamp}) * 1000000)::bigint::text`
}
