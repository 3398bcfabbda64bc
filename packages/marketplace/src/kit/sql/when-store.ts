/** Conditions of statements that a filter may leave out. */
import { empty, type Sql } from '@entrepot/database'

/**
 * Returns a condition for a value, or nothing for undefined.
 *
 * @example when(filter.channelId, (id) => sql`and o.channel_id = ${id}`)
 */
export const when = <T>(value: T | undefined, condition: (value: T) => Sql): Sql =>
  value === undefined ? empty : condition(value)
