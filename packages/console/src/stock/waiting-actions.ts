/** What may be done with an order that waits for stock. Pure. */
import type { OrderAction } from '../orders/action-labels.ts'
import type { OrderStatus } from '../orders/order.ts'

/** The actions that have a button. */
export const WAITING_ACTIONS = [
  'acknowledge',
  'backorder',
  'cancel',
] as const satisfies readonly OrderAction[]

/** An action that has a button. */
export type WaitingAction = (typeof WAITING_ACTIONS)[number]

const ACTIONS_OF: Readonly<Partial<Record<OrderStatus, readonly WaitingAction[]>>> = {
  // Only what is acknowledged can wait in backorder.
  NEW: ['acknowledge', 'cancel'],
  IN_PROGRESS: ['backorder', 'cancel'],
  IN_BACKORDER: ['cancel'],
  REQUIRES_CORRECTION: ['cancel'],
}

/** The actions for the units of an order that are short. A row of the list has no `Actions`; the panel asks the hub. */
export function waitingActions(
  status: OrderStatus,
  may: (scope: string) => boolean,
): readonly WaitingAction[] {
  const scopeOf = (action: WaitingAction) =>
    action === 'acknowledge' ? 'orders:write' : 'fulfilment:write'
  return (ACTIONS_OF[status] ?? []).filter((action) => may(scopeOf(action)))
}
