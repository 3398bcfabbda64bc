/** All SQL of the overview. Each statement reads an index that contains only open records, or only the days of the overview. */
import { type Connection, query, queryFirst, queryOne, type Sql, sql } from '@entrepot/database'
import type { Cause } from '../../channels/copy/offers/hold-schema.ts'
import { zoneOf } from '../../kit/sql/day-store.ts'
import { OPEN_ORDERS } from '../../orders/list/open-store.ts'
import { dueAt } from '../../orders/record/due-store.ts'
import { shortOrders } from '../../orders/stock/held-store.ts'
import { orderRevenue } from './revenue-store.ts'
import { daysOf } from './sales.ts'
import { readPeriod, type Seller, sumDays } from './sales-store.ts'
import { MAX_ENDING_KEYS, MAX_FAILING_WEBHOOKS, OVERVIEW_DAYS, type Overview } from './schema.ts'

/** A part of the overview that the principal can read. */
type Part<Name extends keyof Overview> = NonNullable<Overview[Name]>

/**
 * The orders with something left to do. Three reads of indexes that contain only these: for one condition with `or`, PostgreSQL 18 reads all
 * orders of the customer.
 */
function openOrders(customerId: string): Sql {
  const read = (condition: Sql) => sql`
    select order_id, status, created_at, order_date, coalesce(merchant_reference, channel_reference) as reference
    from marketplace.orders o where customer_id = ${customerId} and ${condition}`
  const { isToAcknowledge, isToCorrect, isToShip } = OPEN_ORDERS
  return sql`(${read(isToAcknowledge)} union all ${read(isToCorrect)} union all ${read(isToShip)}) o`
}

/** Counts the orders that wait for the merchant. */
export async function countOrders(
  connection: Connection,
  customerId: string,
): Promise<Omit<Part<'Orders'>, 'OldestOpen'>> {
  const due = dueAt(sql`c.time_zone`, sql`c.handling_days`)
  const late = sql`${due} < now()`
  const row = await queryOne<
    Omit<Part<'Orders'>, 'OldestToAcknowledge' | 'OldestShipBy' | 'OldestOpen'> & {
      oldest: Date | null
      oldestShipBy: Date | null
    }
  >(
    connection,
    sql`
    select
      count(*) filter (where ${OPEN_ORDERS.isToAcknowledge})::integer as "ToAcknowledge",
      min(o.created_at) filter (where ${OPEN_ORDERS.isToAcknowledge}) as oldest,
      count(*) filter (where ${OPEN_ORDERS.isToCorrect})::integer as "ToCorrect",
      count(*) filter (where ${OPEN_ORDERS.isToShip})::integer as "ToShip",
      count(*) filter (where o.status = 'IN_BACKORDER')::integer as "InBackorder",
      count(*) filter (where ${late})::integer as "Late",
      min(${due}) filter (where ${late}) as "oldestShipBy",
      (select count(distinct order_id)::integer from (${shortOrders(customerId)}) short) as "Short"
    from marketplace.customers c left join ${openOrders(customerId)} on true
    where c.customer_id = ${customerId}`,
  )
  const { oldest, oldestShipBy, ...counts } = row
  return {
    ...counts,
    OldestToAcknowledge: oldest?.toISOString() ?? null,
    OldestShipBy: oldestShipBy?.toISOString() ?? null,
  }
}

/** The open order with the oldest date. */
export async function findOldestOpen(
  connection: Connection,
  customerId: string,
): Promise<Part<'Orders'>['OldestOpen']> {
  const oldest = await queryFirst<{ Id: number; Reference: string; orderDate: Date }>(
    connection,
    sql`
    select o.order_id::float8 as "Id", o.reference as "Reference", o.order_date as "orderDate"
    from ${openOrders(customerId)}
    order by o.order_date, o.order_id limit 1`,
  )
  if (oldest === undefined) return null
  const { orderDate, ...order } = oldest
  return { ...order, OrderDate: orderDate.toISOString() }
}

/** Sums the sales of each day and channel. */
export async function sumSales(connection: Connection, seller: Seller): Promise<Part<'Sales'>> {
  const period = await readPeriod(connection, seller.customerId, OVERVIEW_DAYS)
  const { since } = period
  return daysOf(
    await sumDays(connection, seller, { ...period, beforeSince: since, beforeUntil: since }),
  )
}

/** Compares the sales of today with those of the same weekday of the week before, up to the same time of the day. */
export async function compareSales(
  connection: Connection,
  { customerId, baseCurrency }: Seller,
): Promise<Part<'Comparison'>> {
  const rows = await query<Part<'Comparison'>['Today']>(
    connection,
    sql`
    select to_char(t.until, 'YYYY-MM-DD') as "Date", s.count as "OrderCount", s.revenue as "Revenue"
    from (select ${zoneOf(customerId)} as name) zone
    cross join lateral (values (now() at time zone zone.name), (now() at time zone zone.name - interval '7 days')) as t (until)
    cross join lateral (
      select count(*)::integer as count, coalesce(sum(${orderRevenue(baseCurrency)}), 0)::float8 as revenue
      from marketplace.orders o
      where o.customer_id = ${customerId} and o.created_at <= t.until at time zone zone.name
        and o.created_at >= date_trunc('day', t.until) at time zone zone.name
    ) s
    order by t.until desc`,
  )
  const [Today, WeekBefore] = rows as [Part<'Comparison'>['Today'], Part<'Comparison'>['Today']]
  return { Today, WeekBefore }
}

/** Counts the returns with units that are not decided. */
export async function countReturnsToDecide(
  connection: Connection,
  customerId: string,
): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    connection,
    sql`
    select count(distinct fulfilment_id)::integer as count from marketplace.fulfilment_lines
    where customer_id = ${customerId} and accepted + rejected < quantity`,
  )
  return count
}

/** Counts what is held back from channels. The cause is that of prices that wait for a person; null for problems. */
export async function countOpenHolds(
  connection: Connection,
  customerId: string,
): Promise<
  readonly { readonly ChannelId: number; readonly cause: Cause | null; readonly Count: number }[]
> {
  return await query(
    connection,
    sql`
    select channel_id::float8 as "ChannelId", case when code = 'PRICE_GUARD' then cause end as cause, count(*)::integer as "Count"
    from marketplace.offer_holds
    where customer_id = ${customerId} and decision is null
    group by 1, 2 order by 1, 2`,
  )
}

/** The units of the returns of the last days, today included. */
export async function sumUnitsReturned(
  connection: Connection,
  customerId: string,
  days = OVERVIEW_DAYS,
): Promise<number> {
  const zone = zoneOf(customerId)
  const { units } = await queryOne<{ units: number }>(
    connection,
    sql`
    select coalesce(sum(l.quantity), 0)::integer as units
    from marketplace.fulfilments f
    join marketplace.fulfilment_lines l on l.customer_id = f.customer_id and l.fulfilment_id = f.fulfilment_id
    where f.customer_id = ${customerId} and f.kind = 'return'
      and f.created_at >= (date_trunc('day', now() at time zone ${zone}) - ${days - 1}::integer * interval '1 day') at time zone ${zone}`,
  )
  return units
}

/** The webhooks that fail, and those that were disabled for it. */
export async function findFailingWebhooks(
  connection: Connection,
  customerId: string,
): Promise<Part<'FailingWebhooks'>> {
  const rows = await query<{
    Id: number
    Label: string
    Url: string
    since: Date | null
    disabledAt: Date | null
  }>(
    connection,
    sql`
    select webhook_id::float8 as "Id", label as "Label", url as "Url", failing_since as since, disabled_at as "disabledAt"
    from marketplace.webhooks
    where customer_id = ${customerId}
      and (is_enabled and failing_since is not null or disabled_reason in ('gone', 'failing'))
    order by failing_since, webhook_id limit ${MAX_FAILING_WEBHOOKS}`,
  )
  return rows.map(({ since, disabledAt, ...row }) => ({
    ...row,
    FailingSince: since?.toISOString() ?? null,
    DisabledAt: disabledAt?.toISOString() ?? null,
  }))
}

/** The channels with their keys and last poll, and the number of items that it left. */
export async function findChannelFigures(
  connection: Connection,
  customerId: string,
): Promise<Part<'Channels'>> {
  const rows = await query<Omit<Part<'Channels'>[number], 'LastPoll'> & { polledAt: Date | null }>(
    connection,
    sql`
    select ch.channel_id::float8 as "Id", ch.name as "Name", ch.is_active as "IsActive", s.polled_at as "polledAt",
      exists (select from marketplace.api_keys k where k.customer_id = ch.customer_id and k.channel_id = ch.channel_id
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) as "HasKeys",
      s.to_create + s.to_update + s.to_remove + s.offers as "Pending"
    from marketplace.channels ch
    join marketplace.channel_syncs s on s.customer_id = ch.customer_id and s.channel_id = ch.channel_id
    where ch.customer_id = ${customerId} order by ch.channel_id`,
  )
  return rows.map(({ polledAt, ...row }) => ({ ...row, LastPoll: polledAt?.toISOString() ?? null }))
}

/** The valid keys that end soon, without those that were rotated. */
export async function findEndingKeys(
  connection: Connection,
  customerId: string,
): Promise<Part<'EndingKeys'>> {
  const rows = await query<{ Id: number; Label: string; expiresAt: Date }>(
    connection,
    sql`
    select key_id::float8 as "Id", label as "Label", expires_at as "expiresAt" from marketplace.api_keys
    where customer_id = ${customerId} and revoked_at is null and replaced_by is null
      and expires_at > now() and expires_at < now() + interval '30 days'
    order by expires_at, key_id limit ${MAX_ENDING_KEYS}`,
  )
  return rows.map(({ expiresAt, ...row }) => ({ ...row, ExpiresAt: expiresAt.toISOString() }))
}

/** The time by the clock of the database, by which the days are counted. */
export async function currentTime(connection: Connection): Promise<Date> {
  return (await queryOne<{ now: Date }>(connection, sql`select now() as now`)).now
}
