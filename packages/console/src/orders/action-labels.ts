/** The actions on an order that have a panel. */
import { allows } from '../hub/actions.ts'
import type { Order } from './order.ts'

/** The labels of the buttons. */
export const ACTION_LABELS = {
  correct: 'Correct',
  acknowledge: 'Acknowledge',
  ship: 'Ship',
  backorder: 'Put in backorder',
  cancel: 'Cancel units',
  return: 'Register a return',
  refund: 'Refund',
  close: 'Close',
  reopen: 'Reopen',
} as const satisfies Partial<Record<Order['Actions'][number]['Name'], string>>

/** An action that has a panel. */
export type OrderAction = keyof typeof ACTION_LABELS

/** The actions that have a panel, in the order of the buttons. */
export const ORDER_ACTIONS = Object.keys(ACTION_LABELS) as readonly OrderAction[]

/** The actions of the buttons of an order: those that the hub allows now. */
export function allowedActions(order: Pick<Order, 'Actions'>): readonly OrderAction[] {
  return ORDER_ACTIONS.filter((action) => allows(order, action))
}
