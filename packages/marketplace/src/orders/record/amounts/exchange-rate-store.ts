/** The exchange rates of orders, and the SQL that reads them. */
import { type Connection, query, type Sql, sql } from '@entrepot/database'
import type { Customer } from '../../../kit/principals/customer.ts'

/** An order uses the rate of its date, or the last one of this number of days before it: banks publish none on holidays. */
export const MAX_RATE_AGE_DAYS = 10

/** The rate that an order needs. */
export interface RateKey {
  readonly customerId: string
  readonly baseCurrency: string
  readonly currencyCode: string
  /** The date of the order, ISO 8601. Null: now. */
  readonly orderDate: string | null
}

/** Expressions for which {@link rateOn} finds a rate. */
export interface RateTerms {
  readonly customerId: Sql
  readonly baseCurrency: Sql
  readonly currencyCode: Sql
  /** A date. */
  readonly day: Sql
}

/**
 * The quotient of two rates of the European Central Bank, as a rate: rounded half up to 12 decimals and 15 significant digits. Null if a rate
 * cannot be so small or so large.
 *
 * @param base units of the base currency per euro
 * @param currency units of the other currency per euro
 */
export const crossRate = (base: Sql, currency: Sql): Sql => sql`(
  select case when q between 0.000000000001 and 9999999
    then trim_scale(round(q, least(12, 14 - floor(log(q)))::integer)) end
  from (select ${base}::numeric(50, 30) / ${currency} as q) as quotient)`

/**
 * An expression with the rate of a day: the customer's own, else the one of the European Central Bank; of the day itself, or the last one of
 * the days before. Null if there is none. It has up to 12 decimals.
 */
export function rateOn({ customerId, baseCurrency, currencyCode, day }: RateTerms): Sql {
  const isNear = (date: Sql) =>
    sql`${date} <= ${day} and ${date} >= ${day} - ${MAX_RATE_AGE_DAYS}::integer`
  return sql`(
    select found.rate from (
      (select own.rate, own.rate_date, 0 as place from marketplace.exchange_rates own
      where own.customer_id = ${customerId} and own.currency_code = ${currencyCode} collate "C"
        and ${isNear(sql`own.rate_date`)}
      order by own.rate_date desc limit 1)
      union all
      (select ${crossRate(sql`base.per_euro`, sql`other.per_euro`)}, other.rate_date, 1
      from marketplace.ecb_rates other join marketplace.ecb_rates base
        on base.currency_code = ${baseCurrency} collate "C" and base.rate_date = other.rate_date
      where other.currency_code = ${currencyCode} collate "C" and ${isNear(sql`other.rate_date`)}
      order by other.rate_date desc limit 1)
    ) as found
    where found.rate is not null order by found.rate_date desc, found.place limit 1)`
}

/**
 * Reads the rates of several orders in one statement, each for the date of the order in UTC. The result is null for an order without a
 * rate.
 */
export async function findRatesOfOrders(
  connection: Connection,
  wanted: readonly RateKey[],
): Promise<readonly (number | null)[]> {
  const rate = rateOn({
    customerId: sql`w.customer_id`,
    baseCurrency: sql`w.base_currency`,
    currencyCode: sql`w.currency_code`,
    day: sql`(coalesce(w.order_date, now()) at time zone 'UTC')::date`,
  })
  const rows = await query<{ rate: number | null }>(
    connection,
    sql`
    select ${rate}::float8 as rate from unnest(
      ${wanted.map((key) => key.customerId)}::bigint[],
      ${wanted.map((key) => key.baseCurrency)}::text[],
      ${wanted.map((key) => key.currencyCode)}::text[],
      ${wanted.map((key) => key.orderDate)}::timestamptz[]
    ) with ordinality as w (customer_id, base_currency, currency_code, order_date, number)
    order by w.number`,
  )
  return rows.map((row) => row.rate)
}

/** The rate of an order in the base currency. Undefined if it must be read. */
export function rateOfBase(currencyCode: string, customer: Customer): number | undefined {
  return currencyCode === customer.baseCurrency ? 1 : undefined
}
