/** What may be done with an order that waits for stock. Pure. */
import type { OrderAction } from '../orders/action-labels.ts'
import type { OrderStatus } from '../orders/order.ts'
import { shortInStockOf } from '../orders/units.ts'

/** The actions that have a button. */
export const WAITING_ACTIONS = [
  'acknowledge',
  'ship',
  'backorder',
  'cancel',
] as const satisfies readonly OrderAction[]

/** An action that has a button. */
export type WaitingAction = (typeof WAITING_ACTIONS)[number]

const ACTIONS_OF: Readonly<Partial<Record<OrderStatus, readonly WaitingAction[]>>> = {
  // Only what is acknowledged can wait in backorder.
  NEW: ['acknowledge', 'cancel'],
  IN_PROGRESS: ['ship', 'backorder', 'cancel'],
  IN_BACKORDER: ['ship', 'cancel'],
  REQUIRES_CORRECTION: ['cancel'],
}

/** What the list says of an order that waits. */
export interface WaitingUnits {
  readonly Status: OrderStatus
  readonly OpenQuantity: number
  readonly BackorderQuantity: number
  readonly ShortUnits: number
}

/** The orders as units go to them: the hub serves backorders before all others, and lists the newest order first. */
export function inOrderOfFilling<Order extends Pick<WaitingUnits, 'Status'>>(
  newestFirst: readonly Order[],
): readonly Order[] {
  const rank = ({ Status }: Pick<WaitingUnits, 'Status'>) => (Status === 'IN_BACKORDER' ? 0 : 1)
  return newestFirst.toReversed().toSorted((one, other) => rank(one) - rank(other))
}

/**
 * The actions for the units of an order: those that are reserved can be shipped, and those that are missing can wait. A row of the list has no
 * `Actions`; the panel asks the hub.
 */
export function waitingActions(
  order: WaitingUnits,
  may: (scope: string) => boolean,
): readonly WaitingAction[] {
  const { Status, OpenQuantity, ShortUnits } = order
  const isUseful: Readonly<Record<WaitingAction, boolean>> = {
    acknowledge: may('orders:write'),
    ship: may('fulfilment:write') && OpenQuantity > ShortUnits,
    backorder: may('fulfilment:write') && shortInStockOf(order) > 0,
    cancel: may('fulfilment:write'),
  }
  return (ACTIONS_OF[Status] ?? []).filter((action) => isUseful[action])
}
