/** What orders read of products. */
import { type Connection, query, sql } from '@entrepot/database'

/** What an order line takes over from its product. */
export interface SoldProduct {
  readonly customerId: string
  readonly reference: string
  readonly channelProductReference: string | null
  readonly vatRate: number | null
  readonly shippingTime: string | null
  readonly isParent: boolean
}

/** Reads what order lines need of their products, of several customers in one statement. */
export async function findSoldProducts(
  connection: Connection,
  wanted: readonly { readonly customerId: string; readonly reference: string }[],
): Promise<readonly SoldProduct[]> {
  // 'offset 0' keeps the lookups apart: joined, the planner would rather scan a small catalogue whole than look up a few.
  return await query<SoldProduct>(
    connection,
    sql`
    select p.* from unnest(
      ${wanted.map((product) => product.customerId)}::bigint[],
      ${wanted.map((product) => product.reference)}::text[]
    ) as w (customer_id, reference)
    cross join lateral (
      select p.customer_id as "customerId", p.merchant_product_reference as reference,
        p.channel_product_reference as "channelProductReference", p.vat_rate::float8 as "vatRate",
        p.shipping_time as "shippingTime", exists (
          select from marketplace.products child
          where child.customer_id = p.customer_id and child.parent_reference = p.merchant_product_reference
        ) as "isParent"
      from marketplace.products p
      where p.customer_id = w.customer_id and p.merchant_product_reference = w.reference collate "C"
      offset 0
    ) p`,
  )
}
