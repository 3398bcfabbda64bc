/** The SQL that says how many units of a product are held back of its stock. It reads the stored records, so it is exact in each snapshot. */
import { type Sql, sql } from '@entrepot/database'

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
export const OPEN = sql`l.quantity - l.shipped - l.cancelled`

/** Whether line `l` has open units: the rows that the index `order_lines_open` contains. */
export const IS_OPEN = sql`l.quantity > l.shipped + l.cancelled and not l.is_closed`

/** Whether the counts of customer `c` do not contain the units of acknowledged orders. */
const EXCLUDES_ACKNOWLEDGED = sql`(c.stock_keeper = 'merchant' and c.counts_exclude is not null)`

/** Whether the open units of line `l` are held back for customer `c`, and not already taken off the count. */
export const IS_COUNTED = sql`not (${EXCLUDES_ACKNOWLEDGED} and l.merchant_reference is not null)`

/** The units of an acknowledged line `l` that its acknowledgement has taken off the merchant's stock. */
const ACKNOWLEDGED = sql`case when l.is_closed then l.shipped else l.quantity - l.cancelled end`

/** The units of open orders of product `p` of customer `c` that wait for its stock, as a scalar. */
const WAITING = sql`coalesce((
  select sum(${OPEN}) from marketplace.order_lines l
  where l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference and ${IS_OPEN}
    and ${IS_COUNTED}
), 0)`

/** Whether neither a count of product `p` nor the time of customer `c` has settled departure `d`. */
export const IS_UNSETTLED = sql`(d.left_at > coalesce(p.stock_counted_at, '-infinity')
  and d.left_at > clock_timestamp() - c.stock_lag_minutes * interval '1 minute')`

/** The units of departure `d` that have left the stock as customer `c` counts it, as a scalar. Null for a departure that says nothing of it. */
export const GONE = sql`case when not ${EXCLUDES_ACKNOWLEDGED} then d.units when d.units is null then (
  select ${ACKNOWLEDGED} from marketplace.order_lines l
  where l.customer_id = d.customer_id and l.order_id = d.order_id and l.line_id = d.line_id
) end`

/** The units of product `p` that have left since customer `c` counted it, and no time has settled, as a scalar. None if the hub keeps the stock. */
const LEFT = sql`case when c.stock_keeper = 'hub' then 0 else coalesce((
  select sum(${GONE}) from marketplace.stock_departures d
  where d.customer_id = p.customer_id and d.merchant_product_reference = p.merchant_product_reference
    and ${IS_UNSETTLED}
), 0) end`

/**
 * The units of product `p` that are held back of its stock, as a scalar: those of open orders, and those that have left since the stock was
 * counted, for at most the customer's time. 0 if nobody keeps the stock. What is available is the stock without them, and at least 0.
 */
export const HELD = sql`(
  select case when c.stock_keeper = 'none' then 0 else ${WAITING} + ${LEFT} end
  from marketplace.customers c where c.customer_id = p.customer_id
)::float8`

/**
 * The units of product `p` of a customer that can be sold, as a scalar. It looks only at products that something may be held of, which is quick
 * for a whole catalogue.
 */
export const available = (
  customerId: string,
): Sql => sql`greatest(0, p.stock - case when p.merchant_product_reference in (
  select l.merchant_product_reference from marketplace.order_lines l where l.customer_id = ${customerId} and ${IS_OPEN}
  union all
  select d.merchant_product_reference from marketplace.stock_departures d where d.customer_id = ${customerId}
) then ${HELD} else 0 end)::bigint`

/**
 * The units of product `p` that are ordered and not there, as a scalar: 0 or less if none is. Units that have left lack to nobody, even if a
 * count that came before they left makes them appear so.
 */
export const LACKING = sql`(
  select case when c.stock_keeper = 'none' then 0 else ${WAITING} + least(${LEFT} - p.stock, 0) end
  from marketplace.customers c where c.customer_id = p.customer_id
)::float8`

/** Whether anything has left since product `p` was counted and is not settled by time, so that a count of the same number says something. */
export const HAS_LEFT = sql`exists (
  select from marketplace.stock_departures d join marketplace.customers c on c.customer_id = d.customer_id
  where d.customer_id = p.customer_id and d.merchant_product_reference = p.merchant_product_reference and ${IS_UNSETTLED})`

/** Open units of line `l` that are not in backorder. */
const OTHERS = sql`${OPEN} - l.backordered`

/**
 * The units of a line that are short, of the sums of its product: those that came last are short first, and units in backorder are served
 * before all others.
 */
const SHORT = sql`(least(greatest(units - others_later, 0), others)
  + case when backordered = 0 then 0 else least(greatest(units - all_others - backordered_later, 0), backordered) end)::integer`

/**
 * Reads the lines with open units of products that are short, as rows `(order_id, line_id, open_units, backordered, short)`.
 *
 * @param where which shortfalls `s`
 */
export const shortLines = (where: Sql): Sql => sql`
  select order_id, line_id, others + backordered as open_units, backordered, ${SHORT} as short
  from (
    select l.order_id, l.line_id, s.units, l.backordered, ${OTHERS} as others,
      sum(${OTHERS}) over (partition by l.merchant_product_reference) as all_others,
      coalesce(sum(${OTHERS}) over later, 0) as others_later, coalesce(sum(l.backordered) over later, 0) as backordered_later
    from marketplace.stock_shortfalls s
    join marketplace.customers c on c.customer_id = s.customer_id
    join marketplace.order_lines l
      on l.customer_id = s.customer_id and l.merchant_product_reference = s.merchant_product_reference
    where ${where} and ${IS_OPEN} and ${IS_COUNTED}
    window later as (partition by l.merchant_product_reference order by l.order_id desc, l.line_id desc
      rows between unbounded preceding and 1 preceding)
  ) waiting`

/** The sum over open lines of the product of line `own`, as a scalar. */
const sumOf = (units: Sql, where: Sql): Sql => sql`coalesce((
  select sum(waiting.units) from (
    select ${units} as units from marketplace.order_lines l
    where l.customer_id = own.customer_id and l.merchant_product_reference = own.merchant_product_reference
      and ${IS_OPEN} and ${IS_COUNTED} and ${where}
  ) waiting), 0)`

const IS_LATER = sql`(l.order_id, l.line_id) > (own.order_id, own.line_id)`

/**
 * The open units of line `own` that are short, as a scalar. Of the later lines it reads as many as there are units short: each of them has
 * one at least.
 */
export const SHORT_UNITS = sql`coalesce((
  select ${SHORT} from (
    select s.units, l.backordered, ${OTHERS} as others,
      ${sumOf(OTHERS, sql`${IS_LATER} and ${OTHERS} > 0 order by l.order_id, l.line_id limit s.units`)} as others_later,
      case when l.backordered > 0 then ${sumOf(OTHERS, sql`true`)} end as all_others,
      case when l.backordered > 0 then ${sumOf(sql`l.backordered`, IS_LATER)} end as backordered_later
    from marketplace.stock_shortfalls s
    join marketplace.customers c on c.customer_id = s.customer_id
    cross join (select own.*) l
    where s.customer_id = own.customer_id and s.merchant_product_reference = own.merchant_product_reference
      and ${IS_OPEN} and ${IS_COUNTED}
  ) line
), 0)`

/** The ids of the orders of a customer with units that are short, unless as many of the line are in backorder: nothing is left to decide on those. */
export const shortOrders = (customerId: string): Sql => sql`
  select order_id from (${shortLines(sql`s.customer_id = ${customerId}`)}) line where short > backordered`
