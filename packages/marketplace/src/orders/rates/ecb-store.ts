/** All SQL of the rates of the European Central Bank. */
import {
  type Connection,
  execute,
  query,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { EcbRate } from './ecb-file.ts'

/** Stores rates; each replaces the one of the same currency and day. Returns how many are new or different. */
export async function upsertEcbRates(
  connection: Connection,
  rates: readonly EcbRate[],
): Promise<number> {
  return await execute(
    connection,
    sql`
    insert into marketplace.ecb_rates as stored (currency_code, rate_date, per_euro)
    select distinct on (r."CurrencyCode", r."Date") r."CurrencyCode", r."Date", r."PerEuro"
    from json_to_recordset(${JSON.stringify(rates)}::text::json) as r (
      "CurrencyCode" text, "Date" date, "PerEuro" numeric)
    order by r."CurrencyCode", r."Date"
    on conflict (currency_code, rate_date) do update set per_euro = excluded.per_euro
    where stored.per_euro <> excluded.per_euro`,
  )
}

/** The last day with rates. Null if there is none. */
export async function findNewestDay(connection: Connection): Promise<string | null> {
  const { day } = await queryOne<{ day: string | null }>(
    connection,
    sql`
    select to_char(max(rate_date), 'YYYY-MM-DD') as day from marketplace.ecb_rates where currency_code = 'EUR'`,
  )
  return day
}

/** Marks the currencies in which orders of a customer wait for a rate, so that they are converted even if this process ends. */
export async function markWaitingCurrencies(tx: Transaction, customerId: string): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.changed_rates (customer_id, currency_code)
    select ${customerId}, currency_code from (
      select distinct currency_code from marketplace.orders
      where customer_id = ${customerId} and status = 'REQUIRES_CORRECTION' and rate_to_base_currency is null
    ) as waiting order by currency_code
    on conflict (customer_id, currency_code) do update set after_order_id = 0`,
  )
}

/** The ids of all customers that do not move to another database. */
export async function findCustomerIds(connection: Connection): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    connection,
    sql`select customer_id::text as id from marketplace.customers where move is null order by customer_id`,
  )
  return rows.map((row) => row.id)
}
