/** The SQL that reads what is left of the stock, a second time: an oracle must not use the code that it evaluates. */

/** The units of open orders that wait for product `p` of customer `c`. */
const WAITING = `
  coalesce((
    select sum(l.quantity - l.shipped - l.cancelled) from marketplace.order_lines l
    join marketplace.orders o on o.customer_id = l.customer_id and o.order_id = l.order_id and o.closed_at is null
    where l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference
      and (c.counts_exclude is null or o.merchant_reference is null)), 0)`

/** The units of product `p` that have left since it was counted by the merchant. No time settles them: see the settings of the customers. */
const GONE = `
  coalesce((
    select sum(case when c.counts_exclude is null then d.units when o.closed_at is null then l.quantity - l.cancelled else l.shipped end)
    from marketplace.stock_departures d
    join marketplace.order_lines l on l.customer_id = d.customer_id and l.order_id = d.order_id and l.line_id = d.line_id
    join marketplace.orders o on o.customer_id = d.customer_id and o.order_id = d.order_id
    where c.stock_keeper = 'merchant' and d.customer_id = p.customer_id
      and d.merchant_product_reference = p.merchant_product_reference
      and d.left_at > coalesce(p.stock_counted_at, '-infinity')), 0)`

/** What may still be sold of product `p` of customer `c`. */
export const AVAILABLE = `
  case when exists (
    select from marketplace.products child
    where child.customer_id = p.customer_id and child.parent_reference = p.merchant_product_reference
  ) then 0 else greatest(0, p.stock - ${WAITING} - ${GONE})::int end`

/** The stock that the hub keeps, and what has moved it. */
export const STOCKS = `
  select 'product/' || p.customer_id || '/' || p.merchant_product_reference as product, p.stock,
    coalesce(sum(l.shipped), 0)::int as shipped, coalesce(sum(r.accepted), 0)::int as restocked,
    coalesce((select sum(m.units) from marketplace.stock_movements m
      where m.customer_id = p.customer_id and m.merchant_product_reference = p.merchant_product_reference), 0)::int as moved,
    exists (select from marketplace.events e where e.customer_id = p.customer_id and e.type = 'stock.short'
      and e.data ->> 'MerchantProductReference' = p.merchant_product_reference) as "wasShort"
  from marketplace.products p
  join marketplace.customers c on c.customer_id = p.customer_id and c.stock_keeper = 'hub'
  left join marketplace.order_lines l
    on l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference
  left join lateral (
    select sum(f.accepted) as accepted from marketplace.fulfilment_lines f
    where f.customer_id = l.customer_id and f.order_id = l.order_id and f.line_id = l.line_id
  ) r on true
  group by p.customer_id, p.merchant_product_reference, p.stock`

/** What has left of each line of an order, beside what is kept of it for counts. */
export const DEPARTURES = `
  select 'order/' || o.customer_id || '/' || o.channel_id || '/' || o.channel_reference as order, l.channel_reference as line,
    case when c.stock_keeper = 'hub' then 'hub' when c.counts_exclude is null then 'shelf' else 'unacknowledged' end as counts,
    o.merchant_reference is not null as "isAcknowledged", l.quantity, l.cancelled, l.shipped,
    coalesce(d.units, 0)::int as units, coalesce(d.acknowledged, 0)::int as acknowledged
  from marketplace.order_lines l
  join marketplace.orders o on o.customer_id = l.customer_id and o.order_id = l.order_id
  join marketplace.customers c on c.customer_id = l.customer_id
  left join (
    select customer_id, order_id, line_id, sum(units) as units, count(*) filter (where units is null) as acknowledged
    from marketplace.stock_departures group by 1, 2, 3
  ) d on d.customer_id = l.customer_id and d.order_id = l.order_id and d.line_id = l.line_id`
