/** What may be done with an order: which caller may do it, and in which state of the order. The calls refuse by the same rules. */
import type { ActionRule, ActionRules } from '../../../kit/principals/actions.ts'
import type { Requirement } from '../../../kit/principals/principal.ts'
import type { KeyKind } from '../../../kit/principals/scopes.ts'
import { type Refusal, refuse } from '../../../kit/shared/errors.ts'
import type { Kind } from './record-kinds.ts'
import type { OrderStatus } from './statuses.ts'
import { availableFor, type Units } from './units.ts'

/** What the actions on an order depend on. */
export interface OrderFacts {
  readonly status: OrderStatus
  /** Null until the order is acknowledged. */
  readonly merchantReference: string | null
  /** Whether the merchant has closed the order. */
  readonly isClosed: boolean
  /** The sum of all lines. */
  readonly units: Units
  /** What was paid and is not refunded, with VAT, in the currency of the order. */
  readonly left: number
}

/** What the calls of merchants that change orders require. */
export const ORDERS_WRITE: Requirement = { kind: 'merchant', scope: 'orders:write' }
/** What the calls of merchants that change records of fulfilment require. */
export const FULFILMENT_WRITE: Requirement = { kind: 'merchant', scope: 'fulfilment:write' }

/** Refuses to correct an order that requires no correction. */
export function refuseCorrection({ status }: Pick<OrderFacts, 'status'>): Refusal | undefined {
  if (status === 'REQUIRES_CORRECTION') return undefined
  const detail = `The order is ${status}: only an order that REQUIRES_CORRECTION can be corrected.`
  return refuse('MARKET_ORDER_STATUS', detail)
}

/** Refuses to acknowledge an order that is not NEW. A repeated acknowledgement is answered before. */
export function refuseAcknowledgement({
  status,
  merchantReference,
}: Pick<OrderFacts, 'status' | 'merchantReference'>): Refusal | undefined {
  if (merchantReference !== null) {
    const reference = JSON.stringify(merchantReference)
    const detail = `The order was acknowledged as ${reference} with other references, which cannot be changed.`
    return refuse('MARKET_REFERENCE_IN_USE', detail)
  }
  if (status === 'REQUIRES_CORRECTION') {
    const detail = 'The order requires correction before it can be acknowledged.'
    return refuse('MARKET_ORDER_STATUS', detail)
  }
  if (status !== 'CANCELED') return undefined
  const detail = 'The order is CANCELED: it was cancelled before it was acknowledged.'
  return refuse('MARKET_ORDER_STATUS', detail)
}

/** Refuses records of fulfilment that the status of the order does not allow. */
export function refuseRecord(
  kind: Kind,
  by: KeyKind,
  { status, merchantReference, isClosed }: Omit<OrderFacts, 'units' | 'left'>,
): Refusal | undefined {
  const isAcknowledged = merchantReference !== null
  if (kind === 'cancellation' && by === 'channel' && isAcknowledged) {
    const detail = `The order is ${status}: a channel can cancel an order only until the merchant acknowledges it. Ask the merchant to cancel it, or create a return.`
    return refuse('MARKET_ORDER_STATUS', detail)
  }
  if (!isAcknowledged && kind !== 'cancellation') return refuseUnacknowledged(kind, status)
  if (!isClosed || kind === 'return') return undefined
  const detail = `The order is CLOSED: there is nothing left to ${VERBS[kind]}. Reopen it first (POST /v2/orders/<ref>/reopen).`
  return refuse('MARKET_ORDER_STATUS', detail)
}

/** The refusal for an order that does not exist, or that the caller does not see. */
export function noSuchOrder(orderId: number): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no order with Id ${orderId}.`)
}

/** The refusal for an order that is named by the reference of the merchant. */
export function noAcknowledgedOrder(reference: string): Refusal {
  const detail = `There is no acknowledged order ${JSON.stringify(reference)}.`
  return refuse('MARKET_NOT_FOUND', detail)
}

/** Refuses records of an order that is named as if it were acknowledged. */
export function refuseUnacknowledged(kind: Kind, status: OrderStatus): Refusal {
  const detail =
    kind === 'cancellation'
      ? `The order is ${status} and not acknowledged, so it has no MerchantOrderReference. To cancel it, send its ChannelOrderReference without MerchantOrderReference.`
      : `The order is ${status} and not acknowledged: there is nothing to ${VERBS[kind]} yet. Acknowledge it first.`
  return refuse('MARKET_ORDER_STATUS', detail)
}

const VERBS = {
  shipment: 'ship',
  cancellation: 'cancel',
  backorder: 'put in backorder',
  return: 'return',
} as const satisfies Record<Kind, string>

/** The units that a record of each kind can take. */
export const AVAILABLE = {
  shipment: 'open',
  cancellation: 'open',
  backorder: 'open and not in backorder',
  return: 'shipped and not returned',
} as const satisfies Record<Kind, string>

/** The creation of records of a kind. Each call checks the units of the lines that it names. */
function creating(kind: Kind, ...ofChannels: readonly Requirement[]): ActionRule<OrderFacts> {
  const refuseUnits = ({ units }: OrderFacts) =>
    availableFor(kind, units) > 0
      ? undefined
      : refuse('MARKET_QUANTITY_EXCEEDED', `No units of the order are ${AVAILABLE[kind]}.`)
  return {
    requires: [FULFILMENT_WRITE, ...ofChannels],
    refuse: (order, by) => refuseRecord(kind, by, order) ?? refuseUnits(order),
  }
}

/** Such calls name the order by the reference of the merchant, so they do not find one that has none. */
function refuseUnnamed({ merchantReference }: OrderFacts): Refusal | undefined {
  if (merchantReference !== null) return undefined
  const detail =
    'The order is not acknowledged, so it has no reference of the merchant by which it could be named. Acknowledge it first.'
  return refuse('MARKET_NOT_FOUND', detail)
}

/** Refuses a refund if nothing is left. The call checks the amount. */
function refuseRefund(order: OrderFacts): Refusal | undefined {
  if (order.left > 0) return refuseUnnamed(order)
  const detail = 'Nothing that was paid for the order is left to refund.'
  return refuseUnnamed(order) ?? refuse('MARKET_REFUND_EXCEEDED', detail)
}

/** The actions on an order, in the order in which people do them. */
export const ORDER_ACTIONS = {
  correct: { requires: ORDERS_WRITE, refuse: refuseCorrection },
  acknowledge: { requires: ORDERS_WRITE, refuse: refuseAcknowledgement },
  ship: creating('shipment'),
  backorder: creating('backorder'),
  cancel: creating('cancellation', { kind: 'channel', scope: 'orders:cancel' }),
  return: creating('return', { kind: 'channel', scope: 'returns:create' }),
  refund: { requires: FULFILMENT_WRITE, refuse: refuseRefund },
  close: { requires: ORDERS_WRITE, refuse: refuseUnnamed, isDone: ({ isClosed }) => isClosed },
  reopen: { requires: ORDERS_WRITE, refuse: refuseUnnamed, isDone: ({ isClosed }) => !isClosed },
  combine: { requires: ORDERS_WRITE, refuse: refuseUnnamed },
  comment: { requires: ORDERS_WRITE },
} as const satisfies ActionRules<OrderFacts>

/** The action that creates records of each kind. */
export const CREATING = {
  shipment: ORDER_ACTIONS.ship,
  cancellation: ORDER_ACTIONS.cancel,
  backorder: ORDER_ACTIONS.backorder,
  return: ORDER_ACTIONS.return,
} as const satisfies Record<Kind, ActionRule<OrderFacts>>
