/** All SQL that writes and lists exchange rates. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { isStaying } from '../../kit/sql/moving-store.ts'
import { crossRate, rateOn } from '../record/amounts/exchange-rate-store.ts'
import type { RateResponse } from './schema.ts'

/** A rate, as exact decimal text. */
export interface Rate {
  readonly CurrencyCode: string
  readonly Date: string
  readonly Rate: string
}

/** Stores rates, and marks their currencies, so that waiting orders are converted even if this process ends. */
export async function upsertRates(
  tx: Transaction,
  customerId: string,
  rates: readonly Rate[],
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.exchange_rates as stored (customer_id, currency_code, rate_date, rate)
    select ${customerId}, r."CurrencyCode", r."Date", r."Rate"
    from json_to_recordset(${JSON.stringify(rates)}::text::json) as r (
      "CurrencyCode" text, "Date" date, "Rate" numeric)
    on conflict (customer_id, currency_code, rate_date) do update set rate = excluded.rate
    where stored.rate <> excluded.rate`,
  )
  const currencies = [...new Set(rates.map((rate) => rate.CurrencyCode))].sort()
  await execute(
    tx,
    sql`
    insert into marketplace.changed_rates (customer_id, currency_code)
    select ${customerId}, unnest(${currencies}::text[])
    on conflict (customer_id, currency_code) do update set after_order_id = 0`,
  )
}

/** Deletes a rate. Returns false if there is none. */
export async function deleteRate(
  connection: Connection,
  customerId: string,
  currency: string,
  date: string,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    delete from marketplace.exchange_rates
    where customer_id = ${customerId} and currency_code = ${currency} and rate_date = ${date}::text::date`,
  )
  return count > 0
}

/** Deletes all rates of a customer. */
export async function deleteAllRates(connection: Connection, customerId: string): Promise<void> {
  await execute(
    connection,
    sql`delete from marketplace.exchange_rates where customer_id = ${customerId}`,
  )
}

/** A position in the list of rates: the last rate of a page. */
export interface RatePlace {
  readonly date: string
  readonly currency: string
}

/** The filter of a list, and the start of a page. */
export interface RateFilter {
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly after?: RatePlace | undefined
}

/**
 * Reads a page of rates by date, then by currency: the customer's own, and those of the European Central Bank for other days and
 * currencies.
 */
export async function findRates(
  connection: Connection,
  customerId: string,
  { currency, from, to, after }: RateFilter,
  limit: number,
): Promise<RateResponse[]> {
  const page = (alias: Sql) => sql`
    ${currency ? sql`and ${alias}.currency_code = ${currency}` : sql``}
    ${from ? sql`and ${alias}.rate_date >= ${from}::text::date` : sql``}
    ${to ? sql`and ${alias}.rate_date <= ${to}::text::date` : sql``}
    ${after ? sql`and (${alias}.rate_date, ${alias}.currency_code) > (${after.date}::text::date, ${after.currency}::text)` : sql``}
    order by ${alias}.rate_date, ${alias}.currency_code limit ${limit}`
  return await query<RateResponse>(
    connection,
    sql`
    select currency_code as "CurrencyCode", to_char(rate_date, 'YYYY-MM-DD') as "Date", rate::float8 as "Rate",
      source as "Source"
    from (
      (select own.currency_code, own.rate_date, own.rate, 'OWN' as source
      from marketplace.exchange_rates own where own.customer_id = ${customerId} ${page(sql`own`)})
      union all
      (select other.currency_code, other.rate_date, cross_rate.rate, 'ECB'
      from marketplace.customers c
        join marketplace.ecb_rates base on base.currency_code = c.base_currency collate "C"
        join marketplace.ecb_rates other on other.rate_date = base.rate_date and other.currency_code <> base.currency_code
        cross join lateral (select ${crossRate(sql`base.per_euro`, sql`other.per_euro`)} as rate) cross_rate
      where c.customer_id = ${customerId} and cross_rate.rate is not null and not exists (
          select from marketplace.exchange_rates own
          where own.customer_id = c.customer_id and own.currency_code = other.currency_code
            and own.rate_date = other.rate_date)
        ${page(sql`other`)})
    ) as rates
    order by rate_date, currency_code limit ${limit}`,
  )
}

/** A currency whose waiting orders are being converted. */
export interface ChangedRate {
  readonly currency: string
  readonly afterOrderId: number
}

/** Locks a currency with changed rates that no other transaction converts. Undefined if there is none. */
export async function claimChangedRate(
  tx: Transaction,
  customerId: string,
): Promise<ChangedRate | undefined> {
  return await queryFirst<ChangedRate>(
    tx,
    sql`
    select currency_code as currency, after_order_id::float8 as "afterOrderId" from marketplace.changed_rates
    where customer_id = ${customerId} order by currency_code limit 1 for update skip locked`,
  )
}

/** Reads the next orders that wait for a rate of a currency and now have one. */
export async function findOrdersWithoutRate(
  tx: Transaction,
  customerId: string,
  { currency, afterOrderId }: ChangedRate,
  limit: number,
): Promise<readonly number[]> {
  const rate = rateOn({
    customerId: sql`o.customer_id`,
    baseCurrency: sql`c.base_currency`,
    currencyCode: sql`o.currency_code`,
    day: sql`(o.order_date at time zone 'UTC')::date`,
  })
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select o.order_id::float8 as id
    from marketplace.orders o join marketplace.customers c using (customer_id)
    where o.customer_id = ${customerId} and o.currency_code = ${currency} and o.order_id > ${afterOrderId}
      and o.status = 'REQUIRES_CORRECTION' and o.rate_to_base_currency is null
      and ${rate} is not null
    order by o.order_id limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** Records up to which order a currency is converted. The caller has locked it. */
export async function advanceChangedRate(
  tx: Transaction,
  customerId: string,
  { currency, afterOrderId }: ChangedRate,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.changed_rates set after_order_id = ${afterOrderId}
    where customer_id = ${customerId} and currency_code = ${currency}`,
  )
}

/** Removes the mark of a currency. The caller has locked it. */
export async function removeChangedRate(
  tx: Transaction,
  customerId: string,
  currency: string,
): Promise<void> {
  await execute(
    tx,
    sql`
    delete from marketplace.changed_rates
    where customer_id = ${customerId} and currency_code = ${currency}`,
  )
}

/** Whether a customer has a marked currency, also one that another transaction is converting. */
export async function hasChangedRates(
  connection: Connection,
  customerId: string,
): Promise<boolean> {
  const rows = await query(
    connection,
    sql`select from marketplace.changed_rates where customer_id = ${customerId} limit 1`,
  )
  return rows.length > 0
}

/** The customers with marked currencies. */
export async function findChangedCustomers(connection: Connection): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    connection,
    sql`select distinct customer_id::text as id from marketplace.changed_rates
      where ${isStaying(sql`customer_id`)} order by 1`,
  )
  return rows.map((row) => row.id)
}
