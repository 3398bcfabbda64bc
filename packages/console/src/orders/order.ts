import type { Output } from '@entrepot/client'

/** An order as the hub answers it. */
export type Order = Output<'getOrderById'>

/** A status of an order. */
export type OrderStatus = Order['Status']
