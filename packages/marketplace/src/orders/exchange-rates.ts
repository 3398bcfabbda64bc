/** The exchange rates of orders, and the SQL that reads them. */
import { type Connection, query, sql } from '@entrepot/database'
import type { Customer } from '../customers/schema.ts'

/** An order uses the rate of its date, or the last one of this number of days before it: banks publish none on holidays. */
export const MAX_RATE_AGE_DAYS = 10

/** The rate that an order needs. */
export interface RateKey {
  readonly customerId: string
  readonly currencyCode: string
  /** The date of the order, ISO 8601. Null: now. */
  readonly orderDate: string | null
}

/**
 * Reads the rates of several orders in one statement, each for the date of the order in UTC. The result is null for an order without a
 * rate.
 */
export async function findRatesOfOrders(
  connection: Connection,
  wanted: readonly RateKey[],
): Promise<readonly (number | null)[]> {
  const rows = await query<{ rate: number | null }>(
    connection,
    sql`
    select r.rate from unnest(
      ${wanted.map((key) => key.customerId)}::bigint[],
      ${wanted.map((key) => key.currencyCode)}::text[],
      ${wanted.map((key) => key.orderDate)}::timestamptz[]
    ) with ordinality as w (customer_id, currency_code, order_date, number)
    left join lateral (
      select r.rate::float8 as rate from marketplace.exchange_rates r
      where r.customer_id = w.customer_id and r.currency_code = w.currency_code collate "C"
        and r.rate_date <= (coalesce(w.order_date, now()) at time zone 'UTC')::date
        and r.rate_date >= (coalesce(w.order_date, now()) at time zone 'UTC')::date - ${MAX_RATE_AGE_DAYS}::integer
      order by r.rate_date desc limit 1
    ) r on true
    order by w.number`,
  )
  return rows.map(({ rate }) => rate)
}

/** The rate of an order in the base currency. Undefined if it must be read. */
export function rateOfBase(currencyCode: string, customer: Customer): number | undefined {
  return currencyCode === customer.baseCurrency ? 1 : undefined
}
