/** Reads orders, for the GET calls of /v2, the console and the agents. */
import type { Connection } from '@entrepot/database'
import type { Customer } from '../customers/schema.ts'
import { type Refusal, refuse } from '../shared/errors.ts'
import type { Cursor } from '../shared/paging.ts'
import { toOrderResponse } from './response.ts'
import type { OrderResponse } from './schema.ts'
import * as store from './store.ts'

/** A page ends early after this number of lines, which are about 10 MB of JSON. */
const MAX_LINES_PER_PAGE = 20_000

/** Reads an order by its Id, acknowledged or not. Refusal: `MARKET_NOT_FOUND`. */
export async function getOrder(
  connection: Connection,
  customer: Customer,
  orderId: number,
): Promise<OrderResponse | Refusal> {
  const row = await store.findOrder(connection, customer.customerId, orderId)
  if (row) return toOrderResponse(row)
  return refuse('MARKET_NOT_FOUND', `There is no order with Id ${orderId}.`)
}

/** Reads an acknowledged order by the merchant's reference. Refusal: `MARKET_NOT_FOUND`. */
export async function getOrderByReference(
  connection: Connection,
  customer: Customer,
  reference: string,
): Promise<OrderResponse | Refusal> {
  const row = await store.findOrderByReference(connection, customer.customerId, reference)
  if (row) return toOrderResponse(row)
  const detail = `There is no acknowledged order ${JSON.stringify(reference)}.`
  return refuse('MARKET_NOT_FOUND', detail)
}

/** Reads the oldest new orders: at most `limit`, and fewer if they have very many lines. */
export async function listNewOrders(
  connection: Connection,
  customer: Customer,
  limit: number,
): Promise<OrderResponse[]> {
  const rows = await store.findNewOrders(connection, customer.customerId, limit, MAX_LINES_PER_PAGE)
  return rows.map(toPagedResponse)
}

/** A page of a list. `next` is the start of the next page; undefined on the last page. */
export interface OrderPage {
  readonly orders: OrderResponse[]
  readonly next: Cursor | undefined
}

/** Reads a page of orders, oldest first: at most `limit`, and fewer if they have very many lines. */
export async function listOrders(
  connection: Connection,
  customer: Customer,
  filter: store.OrderFilter,
  limit: number,
): Promise<OrderPage> {
  const rows = await store.findOrders(
    connection,
    customer.customerId,
    filter,
    limit,
    MAX_LINES_PER_PAGE,
  )
  const last = rows.at(-1)
  const isFull =
    last !== undefined &&
    (rows.length === limit || last.linesBefore + last.Lines.length >= MAX_LINES_PER_PAGE)
  return {
    orders: rows.map(toPagedResponse),
    next: isFull ? { micros: last.micros, id: String(last.Id) } : undefined,
  }
}

function toPagedResponse({ micros: _, linesBefore: __, ...row }: store.PagedOrder): OrderResponse {
  return toOrderResponse(row)
}
