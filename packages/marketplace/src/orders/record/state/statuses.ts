/** The statuses of orders: the table from which all lists of statuses follow. */

/** What is left to do for an order of each status, in the order of a work list. status.ts says which status an order has. */
const WORK = {
  NEW: 'to acknowledge',
  REQUIRES_CORRECTION: 'to correct',
  IN_PROGRESS: 'to ship',
  IN_BACKORDER: 'to ship',
  IN_COMBI: 'waits for others',
  SHIPPED: 'done',
  MANCO: 'done',
  CANCELED: 'done',
  RETURNED: 'done',
  CLOSED: 'done',
} as const

/** A status of an order. */
export type OrderStatus = keyof typeof WORK

/** What is left to do for an order. */
export type Work = (typeof WORK)[OrderStatus]

/** The statuses of an order, in the order of a work list. */
export const ORDER_STATUSES = Object.keys(WORK) as readonly OrderStatus[]

/**
 * The statuses of orders for which one of the given things is left to do.
 *
 * @example
 * statusesOf('to ship') // ['IN_PROGRESS', 'IN_BACKORDER']
 */
export function statusesOf(...work: readonly Work[]): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => work.includes(WORK[status]))
}

/** Statuses of orders with units to ship, acknowledged or not. */
const OPEN = statusesOf('to acknowledge', 'to correct', 'to ship')

/** Whether an order of a status has units to ship. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN.includes(status)
}
