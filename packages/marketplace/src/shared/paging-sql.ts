/** Places in lists, as SQL: moments in microseconds, as PostgreSQL counts them. */
import { type Sql, sql } from '@entrepot/database'

/** A moment of a cursor as a timestamp. */
export function fromMicros(micros: string): Sql {
  return sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
}

/** A timestamp as the moment of a cursor. */
export function microsOf(timestamp: Sql): Sql {
  return sql`(extract(epoch from ${timestamp}) * 1000000)::bigint::text`
}
