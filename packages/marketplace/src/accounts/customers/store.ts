/** All SQL of customers. */
import { type Connection, query, queryFirst, queryOne, sql } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import type { CustomerChange, NewCustomer } from './schema.ts'

/** The columns of a {@link Customer} in a table named or aliased `c`. */
export const CUSTOMER_COLUMNS = sql`
  c.customer_id::text as "customerId", c.name, c.base_currency as "baseCurrency",
  c.default_vat_rate::float8 as "defaultVatRate", c.unsellable_lines as "unsellableLines",
  c.time_zone as "timeZone", c.country_iso as "countryIso", c.vat_rule as "vatRule", c.zero_vat_for_businesses as "zeroVatForBusinesses",
  c.handling_days as "handlingDays", c.stock_keeper as "stockKeeper", c.counts_exclude as "countsExclude",
  c.stock_lag_minutes as "stockLag", c.restock_returns as "restockReturns", c.sender_name as "senderName",
  c.sender_address as "senderAddress", c.languages, c.is_active as "isActive", c.move`

const DEFAULTS = {
  timeZone: 'UTC',
  countryIso: null,
  vatRule: 'product',
  zeroVatForBusinesses: false,
  unsellableLines: 'flag',
  handlingDays: 2,
  stockKeeper: 'merchant',
  countsExclude: null,
  stockLag: 60,
  restockReturns: false,
  senderName: null,
  senderAddress: null,
  languages: null,
} as const

/** Inserts a customer. The caller has checked the input. */
export async function insertCustomer(
  connection: Connection,
  input: NewCustomer,
): Promise<Customer> {
  const customer = { ...DEFAULTS, ...input }
  const rows = await query<Customer>(
    connection,
    sql`
    insert into marketplace.customers as c (name, base_currency, default_vat_rate, time_zone, country_iso, vat_rule,
      zero_vat_for_businesses, unsellable_lines, handling_days, stock_keeper, counts_exclude, stock_lag_minutes, restock_returns,
      sender_name, sender_address, languages)
    values (${customer.name}, ${customer.baseCurrency}, ${customer.defaultVatRate}, ${customer.timeZone}, ${customer.countryIso}, ${customer.vatRule},
      ${customer.zeroVatForBusinesses}, ${customer.unsellableLines}, ${customer.handlingDays}, ${customer.stockKeeper},
      ${customer.countsExclude}, ${customer.stockLag}, ${customer.restockReturns},
      ${customer.senderName}, ${customer.senderAddress}, ${languagesOf(customer.languages)})
    returning ${CUSTOMER_COLUMNS}`,
  )
  return rows[0] as Customer
}

const languagesOf = (languages: readonly string[] | null = null) =>
  sql`${languages && [...languages]}::text[]`

/** Reads customers, oldest first: all of them, or those with the given ids. */
export async function findCustomers(
  connection: Connection,
  ids?: readonly string[],
): Promise<readonly Customer[]> {
  return await query<Customer>(
    connection,
    sql`
    select ${CUSTOMER_COLUMNS} from marketplace.customers c
    ${ids ? sql`where c.customer_id = any (${ids as string[]}::bigint[])` : sql``}
    order by c.customer_id`,
  )
}

/** Reads and locks a customer, so that others do not change it at the same time. Undefined if it does not exist. */
export async function lockCustomer(
  connection: Connection,
  customerId: string,
): Promise<Customer | undefined> {
  return await queryFirst<Customer>(
    connection,
    sql`
    select ${CUSTOMER_COLUMNS} from marketplace.customers c
    where c.customer_id = ${customerId} for no key update`,
  )
}

/** Whether the database can calculate in a time zone. */
export async function knowsZone(connection: Connection, zone: string): Promise<boolean> {
  const { found } = await queryOne<{ found: boolean }>(
    connection,
    sql`select exists (select from pg_timezone_names where lower(name) = lower(${zone})) as found`,
  )
  return found
}

/** Whether a customer has an order. */
export async function hasOrders(connection: Connection, customerId: string): Promise<boolean> {
  const { found } = await queryOne<{ found: boolean }>(
    connection,
    sql`
    select exists (select from marketplace.orders where customer_id = ${customerId}) as found`,
  )
  return found
}

/** Disables or enables a customer. Undefined if it does not exist. */
export async function updateActive(
  connection: Connection,
  customerId: string,
  isActive: boolean,
): Promise<Customer | undefined> {
  return await queryFirst<Customer>(
    connection,
    sql`
    update marketplace.customers c set is_active = ${isActive}
    where c.customer_id = ${customerId}
    returning ${CUSTOMER_COLUMNS}`,
  )
}

/** Changes the given settings of a customer that exists. The caller has checked them. */
export async function updateCustomer(
  connection: Connection,
  customerId: string,
  change: CustomerChange,
): Promise<Customer> {
  const { name, baseCurrency, defaultVatRate, unsellableLines, handlingDays } = change
  const { timeZone, countryIso, vatRule, zeroVatForBusinesses } = change
  const { stockKeeper, countsExclude, stockLag, restockReturns } = change
  const { senderName, senderAddress, languages } = change
  return await queryOne<Customer>(
    connection,
    sql`
    update marketplace.customers c set
      name = coalesce(${name ?? null}, name),
      base_currency = coalesce(${baseCurrency ?? null}, base_currency),
      default_vat_rate = coalesce(${defaultVatRate ?? null}, default_vat_rate),
      time_zone = coalesce(${timeZone ?? null}, time_zone),
      country_iso = coalesce(${countryIso ?? null}, country_iso),
      vat_rule = coalesce(${vatRule ?? null}, vat_rule),
      zero_vat_for_businesses = coalesce(${zeroVatForBusinesses ?? null}, zero_vat_for_businesses),
      unsellable_lines = coalesce(${unsellableLines ?? null}, unsellable_lines),
      handling_days = coalesce(${handlingDays ?? null}, handling_days),
      stock_keeper = coalesce(${stockKeeper ?? null}, stock_keeper),
      counts_exclude = case when ${countsExclude === undefined} then counts_exclude else ${countsExclude ?? null} end,
      stock_lag_minutes = coalesce(${stockLag ?? null}, stock_lag_minutes),
      restock_returns = coalesce(${restockReturns ?? null}, restock_returns),
      sender_name = case when ${senderName === undefined} then sender_name else ${senderName ?? null} end,
      sender_address = case when ${senderAddress === undefined} then sender_address else ${senderAddress ?? null} end,
      languages = case when ${languages === undefined} then languages else ${languagesOf(languages)} end
    where c.customer_id = ${customerId}
    returning ${CUSTOMER_COLUMNS}`,
  )
}
