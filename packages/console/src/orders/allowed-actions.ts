/** Which actions an order permits now. Pure. The hub decides again when it is called. */
import type { Order } from './order.ts'
import { availableFor, type UnitsAction } from './units.ts'

/** The actions on an order, in the order of the buttons. */
export const ORDER_ACTIONS = [
  'correct',
  'acknowledge',
  'ship',
  'backorder',
  'cancel',
  'return',
  'close',
  'reopen',
] as const

export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** The labels of the buttons, and the scope of each action. */
export const ACTIONS: Readonly<
  Record<OrderAction, { readonly label: string; readonly scope: string }>
> = {
  correct: { label: 'Correct', scope: 'orders:write' },
  acknowledge: { label: 'Acknowledge', scope: 'orders:write' },
  ship: { label: 'Ship', scope: 'fulfilment:write' },
  backorder: { label: 'Put in backorder', scope: 'fulfilment:write' },
  cancel: { label: 'Cancel units', scope: 'fulfilment:write' },
  return: { label: 'Register a return', scope: 'fulfilment:write' },
  close: { label: 'Close', scope: 'orders:write' },
  reopen: { label: 'Reopen', scope: 'orders:write' },
}

/** Returns the actions that an order permits now, in the order of the buttons. */
export function allowedActions(order: Order): readonly OrderAction[] {
  return ORDER_ACTIONS.filter((action) => isAllowed(action, order))
}

function isAllowed(action: OrderAction, order: Order): boolean {
  const { Status: status } = order
  const isAcknowledged = order.MerchantReference !== null
  const has = (units: UnitsAction) => order.Lines.some((line) => availableFor(units, line) > 0)
  const isOpen = status !== 'CLOSED'
  switch (action) {
    case 'correct':
      return status === 'REQUIRES_CORRECTION'
    case 'acknowledge':
      return status === 'NEW'
    case 'ship':
    case 'backorder':
      return isAcknowledged && isOpen && has(action)
    case 'cancel':
      return isOpen && has(action)
    case 'return':
      return isAcknowledged && has(action)
    case 'close':
      return isAcknowledged && isOpen
    case 'reopen':
      return status === 'CLOSED'
  }
}
