/** Snapshots of PostgreSQL (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT). */

/** The content of a snapshot: transactions from `end` on and those in `open` are not visible. */
export interface Snapshot {
  readonly end: string
  readonly open: readonly string[]
}

/** Parses the result of `pg_current_snapshot()`, such as `100:104:100,102`. */
export function parseSnapshot(text: string): Snapshot {
  const [, end = '', open = ''] = text.split(':')
  return { end, open: open === '' ? [] : open.split(',') }
}

/** Formats ids as an array of PostgreSQL. */
export const arrayOf = (ids: readonly (string | bigint)[]) => `{${ids.join(',')}}`
