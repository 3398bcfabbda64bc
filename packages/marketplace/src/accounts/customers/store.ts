/** All SQL of customers. */
import {
  type Connection,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Column, insertOf, selectList, updateOf } from '../../kit/sql/columns.ts'
import type { CustomerChange, NewCustomer } from './schema.ts'

const SETTING = { type: 'text', write: 'again' } as const
const FLAG = { type: 'boolean', write: 'again' } as const
const NUMBER = { type: 'integer', write: 'again' } as const

/** The settings of customers. */
const SETTINGS = {
  name: { column: 'name', ...SETTING },
  baseCurrency: { column: 'base_currency', ...SETTING },
  defaultVatRate: { column: 'default_vat_rate', type: 'numeric', write: 'again' },
  timeZone: { column: 'time_zone', ...SETTING },
  countryIso: { column: 'country_iso', ...SETTING },
  vatRule: { column: 'vat_rule', ...SETTING },
  zeroVatForBusinesses: { column: 'zero_vat_for_businesses', ...FLAG },
  unsellableLines: { column: 'unsellable_lines', ...SETTING },
  handlingDays: { column: 'handling_days', ...NUMBER },
  stockKeeper: { column: 'stock_keeper', ...SETTING },
  countsExclude: { column: 'counts_exclude', ...SETTING },
  stockLag: { column: 'stock_lag_minutes', ...NUMBER },
  restockReturns: { column: 'restock_returns', ...FLAG },
  senderName: { column: 'sender_name', ...SETTING },
  senderAddress: { column: 'sender_address', ...SETTING },
  languages: { column: 'languages', type: 'text[]', write: 'again' },
} as const satisfies Readonly<Record<keyof NewCustomer, Column>>

/** The columns of a {@link Customer} in a table named or aliased `c`. */
export const CUSTOMER_COLUMNS = sql`
  c.customer_id::text as "customerId", ${selectList(SETTINGS, 'c')}, c.is_active as "isActive", c.move`

const INSERT = insertOf(SETTINGS, 'r')
const UPDATE = updateOf(SETTINGS, 'r')

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
  const settings = JSON.stringify({ ...DEFAULTS, ...input })
  return await queryOne<Customer>(
    connection,
    sql`
    insert into marketplace.customers as c (${INSERT.columns})
    select ${INSERT.values} from json_to_record(${settings}::text::json) as r (${INSERT.fields})
    returning ${CUSTOMER_COLUMNS}`,
  )
}

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

/** Changes the given settings of a customer, whom the caller has locked. The caller has checked them. */
export async function updateCustomer(
  tx: Transaction,
  customer: Customer,
  change: CustomerChange,
): Promise<Customer> {
  const [stored, changed] = [JSON.stringify(customer), JSON.stringify(change)]
  return await queryOne<Customer>(
    tx,
    sql`
    update marketplace.customers c set ${UPDATE.set}
    from jsonb_to_record(${stored}::text::jsonb || ${changed}::text::jsonb) as r (${UPDATE.fields})
    where c.customer_id = ${customer.customerId}
    returning ${CUSTOMER_COLUMNS}`,
  )
}
