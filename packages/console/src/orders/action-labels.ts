/** The actions on an order that have a panel. */
import { allows } from '../hub/actions.ts'
import { amountsOf, type OrderTerms } from './amounts.ts'
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

/**
 * Those that have a panel and that the hub allows now. The hub also refunds what was paid for cancelled units; a person who is offered that would
 * pay it twice.
 */
export function allowedActions(order: Pick<Order, 'Actions'> & OrderTerms): readonly OrderAction[] {
  const hasMoney = amountsOf(order).net > 0
  return ORDER_ACTIONS.filter(
    (action) => allows(order, action) && (action !== 'refund' || hasMoney),
  )
}

/** What the place of an action depends on. */
export type Actionable = Pick<Order, 'Actions'> & {
  readonly Lines: readonly Pick<Order['Lines'][number], 'OpenQuantity'>[]
}

/** Whether units are open. */
export const isOpen = ({ Lines }: Pick<Actionable, 'Lines'>): boolean =>
  Lines.some(({ OpenQuantity }) => OpenQuantity > 0)

/** What is seldom done while an order goes its way. */
const SELDOM: readonly OrderAction[] = ['refund', 'close']

/**
 * Which actions are buttons, and which are under More: to close orders of which nothing is open changes only their status, so few people
 * want it. A narrow window has room for what is done often.
 */
export function placesOf<Action extends OrderAction>(
  actions: readonly Action[],
  orders: readonly Actionable[],
  isNarrow = false,
): { readonly buttons: readonly Action[]; readonly more: readonly Action[] } {
  const ends = orders.some((order) => allows(order, 'close') && isOpen(order))
  const isMore = (action: Action) =>
    (action === 'close' && !ends) || (isNarrow && SELDOM.includes(action))
  return {
    buttons: actions.filter((action) => !isMore(action)),
    more: actions.filter(isMore),
  }
}
