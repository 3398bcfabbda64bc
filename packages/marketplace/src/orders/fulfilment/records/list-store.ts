/** All SQL of the lists of shipments, cancellations, backorders and returns. */
import { type Connection, queryOnce, raw, type Sql, sql } from '@entrepot/database'
import type { Cursor } from '../../../kit/shared/paging.ts'
import { beginningOf } from '../../../kit/sql/day-store.ts'
import { fromMicros, microsOf } from '../../../kit/sql/paging-store.ts'
import { when } from '../../../kit/sql/when-store.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import type { ReturnStatus } from '../rules/statuses.ts'
import { PARCEL_TRACKING } from './schema.ts'
import { FULFILMENT_SELECT_LIST, type FulfilmentRow, JOIN_ORDER } from './store.ts'

/** What limits a list of what happened to orders, and which part of the list is read. */
export interface RecordFilter {
  /** Of a channel, which can read only what concerns its own orders. */
  readonly ownChannelId?: number | undefined
  readonly channelId?: number | undefined
  readonly orderId?: number | undefined
  readonly merchantOrderReference?: string | undefined
  readonly channelOrderReference?: string | undefined
  readonly createdSince?: string | undefined
  readonly createdBefore?: string | undefined
  /** @default 'oldest' */
  readonly sort?: 'oldest' | 'newest' | undefined
  readonly after?: Cursor | undefined
}

/** What limits a list of records of fulfilment, and which part of the list is read. */
export interface FulfilmentFilter extends RecordFilter {
  readonly kind: Kind
  readonly updatedSince?: string
  /** Of returns: one of these statuses. */
  readonly status?: readonly ReturnStatus[]
}

/** A record on a page, with its position in the list and the number of lines of the records before it on the page. */
export type PagedFulfilment = FulfilmentRow & {
  readonly micros: string
  readonly linesBefore: number
}

/** Reads a page of records. The page ends with the record that reaches `maxLines` lines. */
export async function listFulfilments(
  connection: Connection,
  customerId: string,
  filter: FulfilmentFilter,
  limit: number,
  maxLines: number,
): Promise<readonly PagedFulfilment[]> {
  const { order, isBehind } = placeIn(filter, sql`f.fulfilment_id`)
  return await queryOnce<PagedFulfilment>(
    connection,
    sql`
    select ${FULFILMENT_SELECT_LIST}, ${microsOf(sql`f.created_at`)} as micros,
      f.lines_before::float8 as "linesBefore"
    from (
      select *, sum(line_count) over (order by ${order}) - line_count as lines_before
      from (
        select * from marketplace.fulfilments f where ${fulfilmentMatches(customerId, filter)}
          ${isBehind}
        order by ${order} limit ${limit}
      ) f
    ) f
    ${JOIN_ORDER}
    where f.lines_before < ${maxLines}
    order by ${order}`,
  )
}

/** How a list is sorted, and the condition of the rows behind the last one of a page, for a table aliased `f` with this id. */
export function placeIn({ sort = 'oldest', after }: RecordFilter, id: Sql) {
  const isOldest = sort === 'oldest'
  const direction = isOldest ? sql`` : sql`desc`
  const isLater = isOldest ? sql`>` : sql`<`
  return {
    order: sql`f.created_at ${direction}, ${id} ${direction}`,
    isBehind: when(
      after,
      (last) => sql`and (f.created_at, ${id}) ${isLater} (${fromMicros(last.micros)}, ${last.id})`,
    ),
  }
}

/** The condition of a filter, for a table aliased `f`. */
export function fulfilmentMatches(customerId: string, filter: FulfilmentFilter): Sql {
  // The index by order contains only records with lines, which all of them have.
  return sql`${recordMatches(customerId, filter, sql`f.line_count > 0`)} and f.kind = ${filter.kind}
    ${when(filter.updatedSince, (date) => sql`and f.updated_at >= ${beginningOf(customerId, date)}`)}
    ${when(filter.status, (statuses) => sql`and ${raw(RETURN_STATUS)} = any(${[...statuses]}::text[])`)}`
}

/**
 * The condition that lists of what happened to orders share, for a table aliased `f`.
 *
 * @param isIndexed the condition of the index by order, which all rows fulfil
 */
export function recordMatches(customerId: string, filter: RecordFilter, isIndexed: Sql): Sql {
  const ofOrders = (ids: Sql) => sql`and ${isIndexed} and f.order_id in (${ids})`
  return sql`f.customer_id = ${customerId}
    ${when(filter.ownChannelId, (id) => sql`and f.channel_id = ${id}`)}
    ${when(filter.channelId, (id) => sql`and f.channel_id = ${id}`)}
    ${when(filter.orderId, (id) => ofOrders(sql`${id}`))}
    ${when(filter.merchantOrderReference, (name) => ofOrders(ordersNamed(customerId, 'merchant', name)))}
    ${when(filter.channelOrderReference, (name) => ofOrders(ordersNamed(customerId, 'channel', name)))}
    ${when(filter.createdSince, (date) => sql`and f.created_at >= ${beginningOf(customerId, date)}`)}
    ${when(filter.createdBefore, (date) => sql`and f.created_at < ${beginningOf(customerId, date)}`)}`
}

/** Selects the ids of orders with a reference of the merchant, or of their channel. */
function ordersNamed(customerId: string, by: 'merchant' | 'channel', name: string): Sql {
  return by === 'merchant'
    ? sql`
      select o.order_id from marketplace.orders o
      where o.customer_id = ${customerId} and o.merchant_reference is not null and o.merchant_reference = ${name}`
    : sql`
      select o.order_id from marketplace.channels c join marketplace.orders o
        on o.customer_id = c.customer_id and o.channel_id = c.channel_id and o.channel_reference = ${name}
      where c.customer_id = ${customerId}`
}

/** The rule of `shipmentStatus` in SQL, for a table aliased `f`. */
export const SHIPMENT_STATUS = `(case when f.voided_at is null then 'SHIPPED' else 'VOIDED' end)`

const TRACKING_NAMES = Object.keys(PARCEL_TRACKING)

/** The rule of `parcelsOf` in SQL, as JSON, for a table aliased `f`. A test compares the two. */
export const PARCELS = `(
  case when f.details ?| array[${['Parcels', ...TRACKING_NAMES].map((name) => `'${name}'`).join(', ')}] then
    jsonb_build_array(jsonb_build_object(${TRACKING_NAMES.map((name) => `'${name}', f.details -> '${name}'`).join(', ')},
      'Lines', coalesce(f.details #> '{Parcels,0,Lines}', '[]'))) || coalesce((f.details -> 'Parcels') - 0, '[]')
  else '[]' end)`

/** The rule of `returnStatus` in SQL, for a table aliased `f`. A test compares the two. */
export const RETURN_STATUS = `(
  select case when bool_or(l.accepted + l.rejected < l.quantity) then 'ON_THE_WAY'
    when bool_or(l.accepted > 0) then 'ACCEPTED' else 'REJECTED' end
  from marketplace.fulfilment_lines l where l.customer_id = f.customer_id and l.fulfilment_id = f.fulfilment_id)`
