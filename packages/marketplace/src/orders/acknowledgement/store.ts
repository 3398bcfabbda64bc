/** The SQL of references that are looked for. */
import { type Connection, query, sql } from '@entrepot/database'

/** Which of these references orders of the customer have. */
export async function findTakenReferences(
  connection: Connection,
  customerId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ reference: string }>(
    connection,
    sql`
    select merchant_reference as reference from marketplace.orders
    where customer_id = ${customerId} and merchant_reference is not null
      and merchant_reference = any(${[...references]}::text[])`,
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** Which of these references lines of the customer have. */
export async function findTakenLineReferences(
  connection: Connection,
  customerId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ reference: string }>(
    connection,
    sql`
    select merchant_reference as reference from marketplace.order_lines
    where customer_id = ${customerId} and merchant_reference is not null
      and merchant_reference = any(${[...references]}::text[])`,
  )
  return new Set(rows.map(({ reference }) => reference))
}
