/** What the calls of /shipments, /cancellations, /backorders and /returns say about themselves. */

import type { ProblemCode } from '../../kit/shared/errors.ts'
import type { Kind } from '../record/state/record-kinds.ts'

interface Text {
  readonly tag: string
  readonly noun: string
  readonly plural: string
  readonly create: string
}

const TEXTS: Readonly<Record<Kind, Text>> = {
  shipment: {
    tag: 'Shipments',
    noun: 'Shipment',
    plural: 'shipments',
    create:
      'Records units of an acknowledged order that were sent to the buyer. A line without Quantity ships all its open units.',
  },
  cancellation: {
    tag: 'Cancellations',
    noun: 'Cancellation',
    plural: 'cancellations',
    create:
      'Records units that will not be delivered. A merchant can cancel open units at any time; a channel until the order is acknowledged.',
  },
  backorder: {
    tag: 'Backorders',
    noun: 'Backorder',
    plural: 'backorders',
    create:
      'Records open units of an acknowledged order that are delivered later, because they are out of stock.',
  },
  return: {
    tag: 'Returns',
    noun: 'Return',
    plural: 'returns',
    create:
      'Records units that come back from the buyer. The merchant can decide on them at once, or later; a channel announces them.',
  },
}

const NAMES: readonly ProblemCode[] = [
  'MARKET_NOT_FOUND',
  'MARKET_ORDER_STATUS',
  'MARKET_REFERENCE_IN_USE',
]

/** The refusals of the creation of each kind of record. */
export const CREATE_REFUSALS: Readonly<Record<Kind, readonly ProblemCode[]>> = {
  shipment: [...NAMES, 'MARKET_QUANTITY_EXCEEDED', 'MARKET_PARTIAL_LINE'],
  cancellation: [...NAMES, 'MARKET_QUANTITY_EXCEEDED'],
  backorder: [...NAMES, 'MARKET_QUANTITY_EXCEEDED'],
  return: [...NAMES, 'MARKET_QUANTITY_EXCEEDED', 'MARKET_REFUND_EXCEEDED'],
}

/** The refusals of a decision on a return. */
export const DECISION_REFUSALS: readonly ProblemCode[] = [
  'MARKET_NOT_FOUND',
  'MARKET_QUANTITY_EXCEEDED',
  'MARKET_REFUND_EXCEEDED',
  'MARKET_RETURN_DECIDED',
]

/** The answers to a creation. */
export const CREATED = {
  200: 'The record already exists with this content: the request was repeated.',
  201: 'The record was created.',
}

/** The creation of a record. */
export function documentCreate(kind: Kind) {
  const { tag, noun, create } = TEXTS[kind]
  const description = `${create} A repeated request returns the existing record.`
  return {
    operationId: `create${noun}`,
    tags: [tag],
    summary: `Create a ${kind}`,
    description,
  }
}

/** The list of the records of one kind. */
export function documentList(kind: Kind) {
  const { tag, plural } = TEXTS[kind]
  return {
    operationId: `list${tag}`,
    tags: [tag],
    summary: `List ${plural}`,
    description: `A page of the ${plural} that match all given filters, oldest first unless \`sort\` says otherwise. A channel sees those of its own orders. The header \`Link\` names the next page.`,
  }
}

/** The reading of one record. */
export function documentGet(kind: Kind) {
  const { tag, noun } = TEXTS[kind]
  return {
    operationId: `get${noun}`,
    tags: [tag],
    summary: `Read a ${kind}`,
    description: `A ${kind} by the reference of the merchant. A channel sees those of its own orders.`,
  }
}

/** PUT /shipments/:reference. */
export const CHANGE_SHIPMENT = {
  operationId: 'changeShipment',
  tags: ['Shipments'],
  summary: 'Change the tracking of a shipment',
  description:
    'Changes the given values. Those that are left out stay as they are. Parcels replaces the whole list: send all parcels to add one.',
}

/** POST /shipments/:reference/void. */
export const VOID_SHIPMENT = {
  operationId: 'voidShipment',
  tags: ['Shipments'],
  summary: 'Void a shipment',
  description:
    'Takes back a shipment that was entered by mistake or got lost, while nothing of it was returned: its units are open again, and can be sent with another shipment or cancelled. It may be repeated.',
}

/** POST /returns/:reference/preview. */
export const PREVIEW_DECISION = {
  operationId: 'previewReturnDecision',
  tags: ['Returns'],
  summary: 'Preview a decision on a return',
  description:
    'The return as this decision would leave it now, with what would be refunded. Nothing is stored.',
}

/** PUT /returns/:reference. */
export const DECIDE_RETURN = {
  operationId: 'decideReturn',
  tags: ['Returns'],
  summary: 'Decide on a return',
  description:
    'Records which units the merchant accepts and rejects, and what is refunded. Values that are left out stay as they are.',
}
