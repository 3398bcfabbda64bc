/** Until when orders are to be shipped. */
import { type Sql, sql } from '@entrepot/database'

/**
 * Until when an order `o` is to be shipped: the handling days after its date, at the same time of the day in the time zone of its customer. It is
 * never after the year 9999, since later moments have no form in JSON that clients read.
 */
export function dueAt(timeZone: Sql, handlingDays: Sql): Sql {
  return sql`least('9999-12-31T23:59:59Z'::timestamptz,
    (o.order_date at time zone ${timeZone} + ${handlingDays} * interval '1 day') at time zone ${timeZone})`
}

/** The same as a scalar, which reads the settings of the customer. */
export const DUE_AT = sql`(
  select ${dueAt(sql`c.time_zone`, sql`c.handling_days`)} from marketplace.customers c where c.customer_id = o.customer_id)`
