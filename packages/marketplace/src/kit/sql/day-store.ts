/** Days of a customer in SQL: they begin at midnight in the time zone of the customer. */
import { type Sql, sql } from '@entrepot/database'
import { isDay } from '../shared/formats.ts'

/** The time zone of a customer, as a scalar. */
export const zoneOf = (customerId: string): Sql =>
  sql`(select zone.time_zone from marketplace.customers zone where zone.customer_id = ${customerId})`

/** The moment that a text of the format `day-or-time` stands for: of a day, its beginning. */
export function beginningOf(customerId: string, dayOrTime: string): Sql {
  if (!isDay(dayOrTime)) return sql`${dayOrTime}::timestamptz`
  return sql`(${dayOrTime}::timestamp at time zone ${zoneOf(customerId)})`
}
