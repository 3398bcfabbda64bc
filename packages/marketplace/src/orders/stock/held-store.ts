/** The SQL that says how many units of a product are held back of its stock. It reads the stored records, so it is exact in each snapshot. */
import { sql } from '@entrepot/database'

/** Units of line `l` that are neither shipped nor cancelled. */
const OPEN = sql`l.quantity - l.shipped - l.cancelled`

/** The rows that `order_lines_open` contains. */
const IS_OPEN = sql`l.quantity > l.shipped + l.cancelled and not l.is_closed`

/** Whether the counts of customer `c` do not contain the units of acknowledged orders. */
const EXCLUDES_ACKNOWLEDGED = sql`(c.stock_keeper = 'merchant' and c.counts_exclude = 'acknowledged')`

/** The units of an acknowledged line `l` that its acknowledgement has taken off the merchant's stock. */
const ACKNOWLEDGED = sql`case when l.is_closed then l.shipped else l.quantity - l.cancelled end`

/**
 * The units of product `p` that are held back of its stock, as a scalar: those of open orders, and those that have left since the stock was
 * counted, for at most the customer's time. 0 if nobody keeps the stock. What is available is the stock without them, and at least 0.
 */
export const HELD = sql`(
  select case when c.stock_keeper = 'none' then 0 else coalesce((
    select sum(case when ${EXCLUDES_ACKNOWLEDGED} and l.merchant_reference is not null then 0 else ${OPEN} end)
    from marketplace.order_lines l
    where l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference and ${IS_OPEN}
  ), 0) + case when c.stock_keeper = 'hub' then 0 else coalesce((
    select sum(case when not ${EXCLUDES_ACKNOWLEDGED} then d.units when d.units is null then (
      select ${ACKNOWLEDGED} from marketplace.order_lines l
      where l.customer_id = d.customer_id and l.order_id = d.order_id and l.line_id = d.line_id
    ) end)
    from marketplace.stock_departures d
    where d.customer_id = p.customer_id and d.merchant_product_reference = p.merchant_product_reference
      and d.left_at > coalesce(p.stock_counted_at, '-infinity')
      and d.left_at > clock_timestamp() - c.stock_lag_minutes * interval '1 minute'
  ), 0) end end
  from marketplace.customers c where c.customer_id = p.customer_id
)::float8`

/** Whether anything has left since product `p` was counted, so that a count of the same number says something. */
export const HAS_LEFT = sql`exists (
  select from marketplace.stock_departures d
  where d.customer_id = p.customer_id and d.merchant_product_reference = p.merchant_product_reference
    and d.left_at > coalesce(p.stock_counted_at, '-infinity'))`
