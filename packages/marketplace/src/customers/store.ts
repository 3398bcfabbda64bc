/** All SQL of customers. */
import { type Connection, query, sql } from '@entrepot/database'
import type { Customer, NewCustomer } from './schema.ts'

/** The columns of a {@link Customer} in a table named or aliased `c`. */
export const CUSTOMER_COLUMNS = sql`
  c.customer_id::text as "customerId", c.name, c.base_currency as "baseCurrency",
  c.default_vat_rate::float8 as "defaultVatRate", c.unsellable_lines as "unsellableLines"`

/** Inserts a customer. The caller has checked the input. */
export async function insertCustomer(
  connection: Connection,
  customer: NewCustomer,
): Promise<Customer> {
  const rows = await query<Customer>(
    connection,
    sql`
    insert into marketplace.customers as c (name, base_currency, default_vat_rate, unsellable_lines)
    values (${customer.name}, ${customer.baseCurrency}, ${customer.defaultVatRate},
      ${customer.unsellableLines ?? 'flag'})
    returning ${CUSTOMER_COLUMNS}`,
  )
  return rows[0] as Customer
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
