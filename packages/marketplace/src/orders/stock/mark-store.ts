/** The SQL of marks: products whose availability may have changed. */
import { execute, sql, type Transaction } from '@entrepot/database'

/** Marks counted products of which units are ordered, so that they are examined for shortfalls. */
export async function markCounted(
  tx: Transaction,
  customerId: string,
  references: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into marketplace.stock_marks (customer_id, merchant_product_reference, cause)
    select ${customerId}, r.reference, 'count' from unnest(${references as string[]}::text[]) as r (reference)
    where exists (
      select from marketplace.order_lines l
      where l.customer_id = ${customerId} and l.merchant_product_reference = r.reference collate "C"
        and l.quantity > l.shipped + l.cancelled and not l.is_closed
    ) or exists (
      select from marketplace.stock_shortfalls s
      where s.customer_id = ${customerId} and s.merchant_product_reference = r.reference collate "C"
    )`,
  )
}
