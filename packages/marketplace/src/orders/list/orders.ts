/** Reads orders, for the GET calls of /v2, the console and the agents. */
import type { Connection } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Refusal } from '../../kit/shared/errors.ts'
import type { Cursor } from '../../kit/shared/paging.ts'
import { noAcknowledgedOrder, noSuchOrder } from '../record/state/actions.ts'
import { ORDER_STATUSES } from '../record/state/statuses.ts'
import * as store from '../record/store.ts'
import * as lists from './list-store.ts'
import { findNeighbours } from './neighbour-store.ts'
import type { OrderCounts, OrderNeighbours } from './query-schema.ts'

/** A page ends early after this number of lines, which are about 10 MB of JSON. */
const MAX_LINES_PER_PAGE = 20_000

/**
 * Reads an order by its Id, acknowledged or not. Refusal: `MARKET_NOT_FOUND`.
 *
 * @param ownChannelId of a channel, which can read only its own orders
 */
export async function getOrder(
  connection: Connection,
  customer: Customer,
  orderId: number,
  ownChannelId?: number,
): Promise<store.OrderRow | Refusal> {
  const row = await store.findOrder(connection, customer.customerId, orderId)
  if (row && isVisible(row, ownChannelId)) return row
  return noSuchOrder(orderId)
}

/**
 * Reads an acknowledged order by the merchant's reference. Refusal: `MARKET_NOT_FOUND`.
 *
 * @param ownChannelId of a channel, which can read only its own orders
 */
export async function getOrderByReference(
  connection: Connection,
  customer: Customer,
  reference: string,
  ownChannelId?: number,
): Promise<store.OrderRow | Refusal> {
  const row = await store.findOrderByReference(connection, customer.customerId, reference)
  if (row && isVisible(row, ownChannelId)) return row
  return noAcknowledgedOrder(reference)
}

function isVisible({ ChannelId }: store.OrderRow, ownChannelId: number | undefined): boolean {
  return ownChannelId === undefined || ChannelId === ownChannelId
}

/** Reads the oldest new orders: at most `limit`, and fewer if they have very many lines. */
export async function listNewOrders(
  connection: Connection,
  customer: Customer,
  limit: number,
): Promise<store.OrderRow[]> {
  const rows = await lists.findNewOrders(connection, customer.customerId, limit, MAX_LINES_PER_PAGE)
  return rows.map(toRow)
}

/** A page of a list. `next` is the start of the next page; undefined on the last page. */
export interface OrderPage {
  readonly orders: store.OrderRow[]
  readonly next: Cursor | undefined
}

/** Reads a page of orders, oldest first unless `sort` says otherwise: at most `limit`, and fewer if they have very many lines. */
export async function listOrders(
  connection: Connection,
  customer: Customer,
  filter: lists.OrderPlace,
  limit: number,
): Promise<OrderPage> {
  const rows = await lists.findOrders(
    connection,
    customer.customerId,
    filter,
    limit,
    MAX_LINES_PER_PAGE,
  )
  const last = rows.at(-1)
  const isFull = lists.isFullPage(rows, limit, MAX_LINES_PER_PAGE)
  return {
    orders: rows.map(toRow),
    next: last && isFull ? { micros: last.micros, id: String(last.Id) } : undefined,
  }
}

/**
 * Reads the orders beside one in a list: as seen from its own place, so that they are found even if the list does not contain it any more.
 * Refusal: `MARKET_NOT_FOUND`.
 */
export async function getNeighbours(
  connection: Connection,
  customer: Customer,
  orderId: number,
  filter: lists.OrderPlace,
): Promise<OrderNeighbours | Refusal> {
  const found = await findNeighbours(connection, customer.customerId, orderId, filter)
  if (found === undefined) return noSuchOrder(orderId)
  return { Previous: toNeighbour(found.previous), Next: toNeighbour(found.next) }
}

function toNeighbour(order: lists.PagedOrder | undefined): OrderNeighbours['Next'] {
  if (order === undefined) return null
  const { Id, MerchantReference, ChannelReference } = order
  return { Id, MerchantReference, ChannelReference }
}

/** Counts the orders of each status that match a filter. See `countOrders` of list-store.ts for its limit. */
export async function countOrders(
  connection: Connection,
  customer: Customer,
  filter: lists.OrderFilter,
): Promise<OrderCounts> {
  const counted = await lists.countOrders(connection, customer.customerId, filter)
  const counts = new Map(counted.counts.map(({ status, count }) => [status, count]))
  return {
    Total: ORDER_STATUSES.reduce((total, status) => total + (counts.get(status) ?? 0), 0),
    ByStatus: ORDER_STATUSES.map((Status) => ({ Status, Count: counts.get(Status) ?? 0 })),
    IsComplete: counted.isComplete,
  }
}

function toRow({ micros: _, linesBefore: __, ...row }: lists.PagedOrder): store.OrderRow {
  return row
}
