/** Places in lists, as SQL: moments in microseconds, as PostgreSQL counts them. */
import type { Connection } from '@entrepot/database'
import type { PendingQuery, Row } from 'postgres'

/** A moment of a cursor as a timestamp. */
export function fromMicros(sql: Connection, micros: string) {
  return sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
}

/** A timestamp as the moment of a cursor. */
export function microsOf(sql: Connection, timestamp: PendingQuery<Row[]>) {
  return sql`(extract(epoch from ${timestamp}) * 1000000)::bigint::text`
}
