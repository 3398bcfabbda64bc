/** The requests that cause events, as parts of statements that write the audit. */
import type { Caller } from '../../audit.ts'
import { type Sql, sql } from '../statement.ts'

interface Caused {
  readonly caller?: Caller | undefined
}

/** The address of each request. */
export function addresses(events: readonly Caused[]): (string | null)[] {
  return events.map(({ caller }) => caller?.address ?? null)
}

/** The user agent of each request. */
export function userAgents(events: readonly Caused[]): (string | null)[] {
  return events.map(({ caller }) => caller?.userAgent ?? null)
}

/** The values of the columns `address` and `user_agent`. */
export function valuesOf({ address, userAgent }: Caller): Sql {
  return sql`${address ?? null}::text, ${userAgent ?? null}::text`
}

/** The details of an event, with the operator who has acted. */
export function withBy(detail: Sql, { by }: Caller): Sql {
  return by === undefined ? detail : sql`${detail} || jsonb_build_object('by', ${by}::text)`
}
