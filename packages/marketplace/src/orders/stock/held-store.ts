/** The SQL that says how many units of a product are held back of its stock. It reads the stored records, so it is exact in each snapshot. */
import { sql } from '@entrepot/database'

/**
 * Whether a product, in a table aliased `p`, has children. It reads the first parent from this reference on, which is one entry of the
 * index `products_by_parent`. For `exists`, PostgreSQL reads the whole table if most products are children of few parents, because it
 * expects to find a child soon (docs/decisions/0006-sync.md).
 */
export const HAS_CHILDREN = sql`(p.parent_reference is null and coalesce((
  select child.parent_reference = p.merchant_product_reference from marketplace.products child
  where child.customer_id = p.customer_id and child.parent_reference >= p.merchant_product_reference
  order by child.customer_id, child.parent_reference limit 1
), false))`

/** Units of line `l` that are neither shipped nor cancelled. */
const OPEN = sql`l.quantity - l.shipped - l.cancelled`

/** Whether line `l` has open units: the rows that the index `order_lines_open` contains. */
export const IS_OPEN = sql`l.quantity > l.shipped + l.cancelled and not l.is_closed`

/** Whether the counts of customer `c` do not contain the units of acknowledged orders. */
const EXCLUDES_ACKNOWLEDGED = sql`(c.stock_keeper = 'merchant' and c.counts_exclude = 'acknowledged')`

/** Whether the open units of line `l` are held back for customer `c`, and not already taken off the count. */
const IS_COUNTED = sql`not (${EXCLUDES_ACKNOWLEDGED} and l.merchant_reference is not null)`

/** The units of an acknowledged line `l` that its acknowledgement has taken off the merchant's stock. */
const ACKNOWLEDGED = sql`case when l.is_closed then l.shipped else l.quantity - l.cancelled end`

/**
 * The units of product `p` that are held back of its stock, as a scalar: those of open orders, and those that have left since the stock was
 * counted, for at most the customer's time. 0 if nobody keeps the stock. What is available is the stock without them, and at least 0.
 */
export const HELD = sql`(
  select case when c.stock_keeper = 'none' then 0 else coalesce((
    select sum(${OPEN}) from marketplace.order_lines l
    where l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference and ${IS_OPEN}
      and ${IS_COUNTED}
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

/** Whether line `l` comes after line `own`. */
const IS_LATER = sql`(l.order_id, l.line_id) > (own.order_id, own.line_id)`

/**
 * The open units of line `own` that are short, as a scalar. Of the units of its product that are short, the orders that came last get theirs
 * last, and units in backorder are served before all others.
 */
export const SHORT_UNITS = sql`coalesce((
  select least(greatest(s.units - of.later, 0), own.quantity - own.shipped - own.cancelled - own.backordered)
    + least(greatest(s.units - of.first - of.waiting, 0), own.backordered)
  from marketplace.stock_shortfalls s
  join marketplace.customers c on c.customer_id = s.customer_id
  cross join lateral (
    select coalesce(sum(${OPEN} - l.backordered) filter (where ${IS_LATER}), 0) as later,
      coalesce(sum(${OPEN} - l.backordered), 0) as first,
      coalesce(sum(l.backordered) filter (where ${IS_LATER}), 0) as waiting,
      bool_or(l.order_id = own.order_id and l.line_id = own.line_id) as is_counted
    from marketplace.order_lines l
    where l.customer_id = s.customer_id and l.merchant_product_reference = s.merchant_product_reference and ${IS_OPEN}
      and ${IS_COUNTED}
  ) of
  where s.customer_id = own.customer_id and s.merchant_product_reference = own.merchant_product_reference
    and own.quantity > own.shipped + own.cancelled and not own.is_closed and of.is_counted
), 0)::integer`
