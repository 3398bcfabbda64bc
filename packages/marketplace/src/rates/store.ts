/** All SQL that writes and lists exchange rates. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { MAX_RATE_AGE_DAYS } from '../orders/exchange-rates.ts'
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

/** Reads a page of rates by date, then by currency. */
export async function findRates(
  connection: Connection,
  customerId: string,
  { currency, from, to, after }: RateFilter,
  limit: number,
): Promise<RateResponse[]> {
  return await query<RateResponse>(
    connection,
    sql`
    select currency_code as "CurrencyCode", to_char(rate_date, 'YYYY-MM-DD') as "Date", rate::float8 as "Rate"
    from marketplace.exchange_rates where customer_id = ${customerId}
      ${currency ? sql`and currency_code = ${currency}` : sql``}
      ${from ? sql`and rate_date >= ${from}::text::date` : sql``}
      ${to ? sql`and rate_date <= ${to}::text::date` : sql``}
      ${after ? sql`and (rate_date, currency_code) > (${after.date}::text::date, ${after.currency}::text)` : sql``}
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
  const [row] = await query<ChangedRate>(
    tx,
    sql`
    select currency_code as currency, after_order_id::float8 as "afterOrderId" from marketplace.changed_rates
    where customer_id = ${customerId} order by currency_code limit 1 for update skip locked`,
  )
  return row
}

/** Reads the next orders that wait for a rate of a currency and now have one. */
export async function findOrdersWithoutRate(
  tx: Transaction,
  customerId: string,
  { currency, afterOrderId }: ChangedRate,
  limit: number,
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`
    select o.order_id::float8 as id from marketplace.orders o
    where o.customer_id = ${customerId} and o.currency_code = ${currency} and o.order_id > ${afterOrderId}
      and o.status = 'REQUIRES_CORRECTION' and o.rate_to_base_currency is null
      and exists (
        select from marketplace.exchange_rates r
        where r.customer_id = o.customer_id and r.currency_code = o.currency_code collate "C"
          and r.rate_date <= (o.order_date at time zone 'UTC')::date
          and r.rate_date >= (o.order_date at time zone 'UTC')::date - ${MAX_RATE_AGE_DAYS}::integer)
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
    sql`select distinct customer_id::text as id from marketplace.changed_rates order by 1`,
  )
  return rows.map((row) => row.id)
}
