/** The tools for units that are not delivered, or later. */
import type { Output } from '@entrepot/client'
import { Type } from 'typebox'
import { writeTool } from '../kit/tool.ts'
import {
  findRecord,
  NOT_FOUND,
  ORDER_NAME,
  type Order,
  readOrder,
  referenceOf,
  statesOf,
} from '../orders/names.ts'
import { given } from '../parameters.ts'
import { Lines, linesOf, optionalLines } from './lines.ts'

const HINTS = {
  ...NOT_FOUND,
  MARKET_QUANTITY_EXCEEDED: 'Read OpenQuantity and BackorderQuantity with get_order.',
  MARKET_ORDER_STATUS: 'Read Actions with get_order: they say what may be done now.',
}

const REASONS = [
  'NOT_IN_STOCK',
  'DAMAGED',
  'INCOMPLETE',
  'CLIENT_CANCELLED',
  'INVALID_ADDRESS',
  'OTHER',
] as const

const Units = Type.Object({ reference: Type.String(), units: Type.Integer(), Link: Type.String() })

/** Cancels units. */
export const cancelUnits = writeTool({
  name: 'cancel_units',
  title: 'Cancel units',
  description:
    'Cancels open units of an order that will never be delivered, acknowledged or not. For units that come later, use backorder_units.',
  toolset: 'fulfilment',
  scopes: ['orders:read', 'fulfilment:read', 'fulfilment:write'],
  effect: 'destructive',
  undo: 'A cancellation cannot be undone, and the channel is told. The buyer has to order again.',
  input: Type.Object({
    ...ORDER_NAME,
    lines: optionalLines,
    reasonCode: Type.Optional(Type.Unsafe<(typeof REASONS)[number]>({ enum: [...REASONS] })),
    reason: Type.Optional(Type.String()),
  }),
  output: Type.Object({ cancellation: Units }),
  hints: HINTS,
  async run({ hub, linkTo, write, referenceFor }, { lines, reasonCode, reason, ...name }) {
    const order = await readOrder(hub, name)
    if ('refusal' in order) return order
    const details = given({ ReasonCode: reasonCode, Reason: reason })
    const reference = referenceFor({ orderId: order.Id, lines, ...details })
    const Link = linkTo(`/orders/${order.Id}`)
    const Lines = lines ? linesOf(lines) : openLinesOf(order)
    if (Lines.length === 0) {
      // An equal call may have created it.
      const known = await findRecord(hub.getCancellation({ reference }))
      if (known) return { cancellation: { reference, units: unitsOf(known), Link } }
      return { refusal: `The order is ${order.Status}: it has no open units to cancel.` }
    }
    const body = { MerchantReference: reference, ...namesOf(order), ...details, Lines }
    const created = await hub.createCancellation({ body }, write)
    return { cancellation: { reference, units: unitsOf(created), Link } }
  },
  readState: async ({ hub }, name) => await statesOf(hub, [name]),
})

function openLinesOf({ Lines }: Order) {
  const open = Lines.filter(({ OpenQuantity }) => OpenQuantity > 0)
  return open.map(({ ChannelReference, OpenQuantity }) => ({
    ChannelOrderLineReference: ChannelReference,
    Quantity: OpenQuantity,
  }))
}

/** An order that is not acknowledged is named by its channel. */
function namesOf({ MerchantReference, ChannelReference, ChannelId }: Order) {
  return MerchantReference === null
    ? { ChannelOrderReference: ChannelReference, ChannelId }
    : { MerchantOrderReference: MerchantReference }
}

function unitsOf({ Lines }: Pick<Output<'getCancellation'>, 'Lines'>): number {
  return Lines.reduce((sum, { Quantity }) => sum + Quantity, 0)
}

/** Puts units in backorder. */
export const backorderUnits = writeTool({
  name: 'backorder_units',
  title: 'Put units in backorder',
  description:
    'Says that open units of an acknowledged order are delivered later, because they are out of stock (ShortUnits in get_order). Ship the others with ship_orders.',
  toolset: 'fulfilment',
  scopes: ['orders:read', 'fulfilment:write'],
  effect: 'write',
  undo: 'No call takes a backorder back, but its units stay open: ship_orders or cancel_units ends it.',
  input: Type.Object({ ...ORDER_NAME, lines: Lines }),
  output: Type.Object({ backorder: Units }),
  hints: HINTS,
  async run({ hub, linkTo, write, referenceFor }, { lines, ...name }) {
    const order = await referenceOf(hub, name)
    if (typeof order !== 'string') return order
    const content = { MerchantOrderReference: order, Lines: linesOf(lines) }
    const reference = referenceFor(content)
    const body = { MerchantBackorderReference: reference, ...content }
    const created = await hub.createBackorder({ body }, write)
    const Link = linkTo(`/orders/${created.OrderId}`)
    return { backorder: { reference, units: unitsOf(created), Link } }
  },
  readState: async ({ hub }, { lines: _, ...name }) => await statesOf(hub, [name]),
})
