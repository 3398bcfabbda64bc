/** All SQL of sales. Each statement reads only the orders of its time, newest first. */
import { type Connection, queryOnce, queryOne, type Sql, sql } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import { minorUnits } from '../../kit/shared/money.ts'
import { zoneOf } from '../../kit/sql/day-store.ts'
import { IS_SOLD, KEPT_UNITS, LINE_REVENUE, orderRevenue, WITHOUT_VAT } from './revenue-store.ts'
import { MAX_SOLD_ORDERS, TOP_PRODUCTS } from './sales-schema.ts'

/** The customer whose sales are read. */
export type Seller = Pick<Customer, 'customerId' | 'baseCurrency'>

/** The days of a period up to now, and as many before them up to the same time of the day. */
export interface Period {
  readonly at: Date
  readonly timeZone: string
  /** The first and the last day, as 2026-11-21. */
  readonly firstDay: string
  readonly lastDay: string
  readonly since: Date
  readonly beforeSince: Date
  readonly beforeUntil: Date
}

/** Reads the period of a number of days that ends with today. The clock is that of the database, and days are those of the customer. */
export async function readPeriod(
  connection: Connection,
  customerId: string,
  days: number,
): Promise<Period> {
  return await queryOne<Period>(
    connection,
    sql`
    select now() as at, zone as "timeZone", to_char(today - ${days - 1}::integer, 'YYYY-MM-DD') as "firstDay",
      to_char(today, 'YYYY-MM-DD') as "lastDay",
      (today - ${days - 1}::integer)::timestamp at time zone zone as since,
      (today - ${2 * days - 1}::integer)::timestamp at time zone zone as "beforeSince",
      ((now() at time zone zone) - ${days}::integer * interval '1 day') at time zone zone as "beforeUntil"
    from (select zone, (now() at time zone zone)::date as today from (select ${zoneOf(customerId)} as zone) z) z`,
  )
}

/** The sales of a channel on a day of the period, or before it. */
export interface DayRow {
  readonly isBefore: boolean
  readonly date: string
  readonly channelId: number
  readonly orders: number
  /** Orders with revenue. */
  readonly sold: number
  readonly revenue: number
}

/** Sums the sales of each day and channel, of the newest orders of both periods. */
export async function sumDays(
  connection: Connection,
  { customerId, baseCurrency }: Seller,
  { timeZone, since, beforeSince, beforeUntil }: Period,
): Promise<readonly DayRow[]> {
  return await queryOnce<DayRow>(
    connection,
    sql`
    select created_at < ${since} as "isBefore", to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      channel_id::float8 as "channelId", count(*)::integer as orders, (count(*) filter (where revenue > 0))::integer as sold,
      sum(revenue)::float8 as revenue
    from (
      select o.created_at, o.channel_id, ${orderRevenue(baseCurrency)} as revenue from marketplace.orders o
      where o.customer_id = ${customerId} and o.created_at >= ${beforeSince}
        and (o.created_at < ${beforeUntil} or o.created_at >= ${since})
      order by o.created_at desc, o.order_id desc limit ${MAX_SOLD_ORDERS}
    ) o
    group by 1, 2, 3 order by 2, 3`,
  )
}

/** What was sold of a product, and the sums of all products. Revenue without VAT is that of goods. */
export interface ProductRow {
  readonly reference: string
  /** Null if the product is gone. */
  readonly name: string | null
  readonly imageUrl: string | null
  readonly units: number
  readonly revenue: number
  /** Without VAT, and without what the kept units cost. Null without a purchase price. */
  readonly margin: number | null
  readonly allExclVat: number
  readonly knownExclVat: number
  readonly allMargin: number | null
}

/** Sums the lines of the newest orders of a period by product: those with the most revenue, first the most. */
export async function sumProducts(
  connection: Connection,
  { customerId, baseCurrency }: Seller,
  since: Date,
): Promise<readonly ProductRow[]> {
  const rounded = (amount: Sql) =>
    sql`round((${amount})::numeric, ${minorUnits(baseCurrency)}::integer)::float8`
  return await queryOnce<ProductRow>(
    connection,
    sql`
    with sold as (
      select reference, sum(units) as units, sum(revenue) as revenue, sum(revenue * without_vat) as excl_vat
      from (
        select l.merchant_product_reference as reference, ${KEPT_UNITS} as units, ${LINE_REVENUE} as revenue,
          ${WITHOUT_VAT} as without_vat
        from marketplace.orders o
        join marketplace.order_lines l on l.customer_id = o.customer_id and l.order_id = o.order_id
        where o.customer_id = ${customerId} and o.created_at >= ${since} and ${IS_SOLD}
          -- A moment and not a limit of rows: these would be sorted, and by one process alone.
          and o.created_at >= coalesce((
            select n.created_at from marketplace.orders n where n.customer_id = ${customerId} and n.created_at >= ${since}
            order by n.created_at desc, n.order_id desc offset ${MAX_SOLD_ORDERS - 1} limit 1), ${since})
      ) line
      group by 1
    ), priced as (
      select s.*, p.name, p.image_url, s.excl_vat - s.units * p.purchase_price::float8 as margin
      from sold s left join marketplace.products p
        on p.customer_id = ${customerId} and p.merchant_product_reference = s.reference
    )
    select reference, name, image_url as "imageUrl", units::float8 as units, ${rounded(sql`revenue`)} as revenue,
      ${rounded(sql`margin`)} as margin, ${rounded(sql`sum(excl_vat) over ()`)} as "allExclVat",
      ${rounded(sql`coalesce(sum(excl_vat) filter (where margin is not null) over (), 0)`)} as "knownExclVat",
      ${rounded(sql`sum(margin) over ()`)} as "allMargin"
    from priced order by priced.revenue desc, reference limit ${TOP_PRODUCTS}`,
  )
}
