/** How tools name an order: by its Id, or by the reference of the merchant. */
import { type Client, isProblem, type Output } from '@entrepot/client'
import { Type } from 'typebox'
import type { InputRefusal } from '../kit/tool.ts'

/** An order as the API answers it. */
export type Order = Output<'getOrderById'>

/** The arguments that name an order. One of them is set. */
export const ORDER_NAME = {
  orderId: Type.Optional(Type.Integer({ minimum: 1 })),
  reference: Type.Optional(
    Type.String({ minLength: 1, description: 'MerchantReference of the order.' }),
  ),
}

/** The values of {@link ORDER_NAME}. */
export interface OrderName {
  readonly orderId?: number
  readonly reference?: string
}

/** What to do if there is no such order. */
export const NOT_FOUND = {
  MARKET_NOT_FOUND:
    'Find the order with list_orders: text takes names and references of every kind.',
}

const UNNAMED: InputRefusal = {
  refusal: 'Set either orderId (Id of the order) or reference (its MerchantReference).',
}

/** Reads the order that is named. */
export async function readOrder(
  hub: Client,
  { orderId, reference }: OrderName,
): Promise<Order | InputRefusal> {
  if (orderId !== undefined && reference !== undefined) return UNNAMED
  if (orderId !== undefined) return await hub.getOrderById({ id: orderId })
  return reference === undefined ? UNNAMED : await hub.getOrder({ reference })
}

/** The reference of the merchant of the order that is named. */
export async function referenceOf(hub: Client, name: OrderName): Promise<string | InputRefusal> {
  const { orderId, reference } = name
  if (reference !== undefined && orderId === undefined) return reference
  const order = await readOrder(hub, name)
  if ('refusal' in order) return order
  if (order.MerchantReference !== null) return order.MerchantReference
  return {
    refusal: `The order ${order.Id} is ${order.Status} and not acknowledged. ${NEXT[order.Status] ?? ''}`,
  }
}

const NEXT: Readonly<Record<string, string>> = {
  NEW: 'Call acknowledge_orders first.',
  REQUIRES_CORRECTION: 'Call correct_order, then acknowledge_orders.',
}

/** A record, or undefined if the hub has none. */
export async function findRecord<T>(record: Promise<T>): Promise<T | undefined> {
  return await record.catch((error: unknown) => {
    if (isProblem(error, 'MARKET_NOT_FOUND')) return undefined
    throw error
  })
}

/** The state of orders that a call would change: status and units. Null for an order that does not exist. */
export async function statesOf(hub: Client, names: readonly OrderName[]): Promise<object> {
  const orders = await Promise.all(names.map((name) => findRecord(readOrder(hub, name))))
  return { orders: orders.map(stateOf) }
}

function stateOf(order: Order | InputRefusal | undefined): object | null {
  if (order === undefined || 'refusal' in order) return null
  const { Id, MerchantReference, Status, Lines } = order
  const lines = Lines.map((line) => ({
    ChannelReference: line.ChannelReference,
    Open: line.OpenQuantity,
    Shipped: line.ShippedQuantity,
    Cancelled: line.CancelledQuantity,
    Backorder: line.BackorderQuantity,
  }))
  return { Id, MerchantReference, Status, Lines: lines }
}
