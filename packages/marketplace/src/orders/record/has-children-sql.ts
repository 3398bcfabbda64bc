/** The SQL that tells parents from other products. */
import { sql } from '@entrepot/database'

/**
 * Whether a product, in a table aliased `p`, has children. It reads the first parent from this reference on, which is one entry of the
 * index `products_by_parent`. For `exists`, PostgreSQL reads the whole table if most products are children of few parents, because it
 * expects to find a child soon (docs/decisions/0034-query-plans.md).
 */
export const HAS_CHILDREN = sql`(p.parent_reference is null and coalesce((
  select child.parent_reference = p.merchant_product_reference from marketplace.products child
  where child.customer_id = p.customer_id and child.parent_reference >= p.merchant_product_reference
  order by child.customer_id, child.parent_reference limit 1
), false))`
