/** The SQL of references that are looked for. */
import { type Connection, query, sql } from '@entrepot/database'

const TABLES = { order: sql`marketplace.orders`, line: sql`marketplace.order_lines` } as const

/** Which of these references orders of the customer have, or lines of orders. */
export async function findTakenReferences(
  connection: Connection,
  customerId: string,
  of: keyof typeof TABLES,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ reference: string }>(
    connection,
    sql`
    select merchant_reference as reference from ${TABLES[of]}
    where customer_id = ${customerId} and merchant_reference is not null
      and merchant_reference = any(${[...references]}::text[])`,
  )
  return new Set(rows.map(({ reference }) => reference))
}
