/** The actions on many orders that are offered. Pure. */
import { allows } from '../../hub/actions.ts'
import type { Order } from '../order.ts'
import type { Target } from './job-query.ts'

/** The actions, in the order of their buttons. */
const BULK_ACTIONS = ['acknowledge', 'ship', 'cancel', 'close'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Those that one of the orders takes now, as the hub says. Of all orders of a list, those of its page say what they take. */
export function offeredActions(orders: readonly Pick<Order, 'Actions'>[]): readonly BulkAction[] {
  return BULK_ACTIONS.filter((action) => orders.some((order) => allows(order, action)))
}

/** The orders that an action begins with: of selected ones, those that take it now. Of all orders of a list, the hub finds them. */
export function takersOf(
  action: BulkAction,
  target: Target,
  orders: readonly Pick<Order, 'Id' | 'Actions'>[],
): Target {
  if ('search' in target) return target
  return { ids: orders.filter((order) => allows(order, action)).map(({ Id }) => Id) }
}
