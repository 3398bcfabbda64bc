/** The tools of shipments. */
import type { Output } from '@entrepot/client'
import { type Static, Type } from 'typebox'
import { type InputRefusal, type ToolContext, writeTool } from '../kit/tool.ts'
import { NOT_FOUND, ORDER_NAME, referenceOf, statesOf } from '../orders/names.ts'
import { countOutcomes, OUTCOMES, reasonOf } from '../orders/schema.ts'
import { linesOf, optionalLines } from './lines.ts'

const TRACKING = {
  carrier: Type.Optional(Type.String()),
  tracking: Type.Optional(Type.String()),
  trackingUrl: Type.Optional(Type.String()),
}

const Row = Type.Object(
  { ...ORDER_NAME, ...TRACKING, lines: optionalLines },
  { additionalProperties: false },
)

type Row = Static<typeof Row>

const HINTS = {
  ...NOT_FOUND,
  MARKET_ORDER_STATUS:
    'If the order is not acknowledged, call acknowledge_orders first; a closed one, close_order with reopen.',
  MARKET_QUANTITY_EXCEEDED: 'Read OpenQuantity with get_order, and ship at most that.',
  MARKET_PARTIAL_LINE: 'This channel takes whole lines only: ship all open units of the line.',
}

/** Ships orders. */
export const shipOrders = writeTool({
  name: 'ship_orders',
  title: 'Ship orders',
  description:
    'Records up to 100 shipments, such as the list of a warehouse: of all open units of an order, or of lines. One that is refused does not stop the others.',
  toolset: 'fulfilment',
  scopes: ['orders:read', 'fulfilment:write'],
  effect: 'write',
  undo: 'change_shipment with void takes a shipment back. What the channel has told the buyer stays told.',
  input: Type.Object({ shipments: Type.Array(Row, { minItems: 1, maxItems: 100 }) }),
  output: Type.Object({
    ...OUTCOMES,
    shipments: Type.Array(
      Type.Object({
        shipment: Type.String(),
        reference: Type.String(),
        units: Type.Integer(),
        outcome: Type.String(),
      }),
    ),
  }),
  hints: HINTS,
  async run(context, { shipments }) {
    const { hub, write } = context
    const rows = await Promise.all(shipments.map(async (row) => await toShipment(context, row)))
    const index = rows.findIndex((row) => 'refusal' in row)
    if (index >= 0) {
      const { refusal } = rows[index] as InputRefusal
      return { refusal: `shipments[${index}]: ${refusal} Nothing was shipped.` }
    }
    const body = { Shipments: rows as Exclude<(typeof rows)[number], InputRefusal>[] }
    const outcomes = await hub.createShipments({ body }, write)
    return {
      ...countOutcomes(outcomes),
      shipments: outcomes.map((one) => ({
        shipment: one.MerchantShipmentReference,
        reference: one.MerchantOrderReference,
        units: one.Units,
        outcome: one.Outcome,
        ...reasonOf(one, HINTS),
      })),
    }
  },
  readState: async ({ hub }, { shipments }) => await statesOf(hub, shipments),
})

async function toShipment({ hub, referenceFor }: ToolContext, row: Row) {
  const { lines, carrier, tracking, trackingUrl, ...name } = row
  const reference = await referenceOf(hub, name)
  if (typeof reference !== 'string') return reference
  const content = {
    MerchantOrderReference: reference,
    ...(carrier !== undefined && { Method: carrier }),
    ...(tracking !== undefined && { TrackTraceNo: tracking }),
    ...(trackingUrl !== undefined && { TrackTraceUrl: trackingUrl }),
    ...(lines && { Lines: linesOf(lines) }),
  }
  return { MerchantShipmentReference: referenceFor(content), ...content }
}

/** Changes or voids a shipment. */
export const changeShipment = writeTool({
  name: 'change_shipment',
  title: 'Change or void a shipment',
  description:
    'Corrects carrier and tracking of a shipment, or voids one that did not leave: its units are open again. ship_orders and the history of get_order name shipments.',
  toolset: 'fulfilment',
  scopes: ['orders:read', 'fulfilment:read', 'fulfilment:write'],
  effect: 'destructive',
  undo: 'Tracking: call it again with the values before. A voided shipment stays void; ship_orders ships its units again.',
  input: Type.Object({
    shipment: Type.String({ minLength: 1 }),
    ...TRACKING,
    void: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ shipment: Type.Object({ OrderId: Type.Integer(), Link: Type.String() }) }),
  hints: {
    MARKET_NOT_FOUND: 'Call get_order with history: its events name the shipments of the order.',
    MARKET_QUANTITY_EXCEEDED: 'Units of the shipment have come back: it cannot be voided any more.',
    MARKET_SHIPMENT_VOIDED: 'Ship its units again with ship_orders.',
  },
  async run({ hub, linkTo, write }, { shipment, void: isVoided, ...tracking }) {
    if (isVoided) {
      if (Object.keys(tracking).length > 0) return { refusal: VOID_ONLY }
      const voided = await hub.voidShipment({ reference: shipment }, write)
      return { shipment: shownShipment(voided, linkTo) }
    }
    const { carrier, tracking: number, trackingUrl } = tracking
    const body = {
      ...(carrier !== undefined && { Method: carrier }),
      ...(number !== undefined && { TrackTraceNo: number }),
      ...(trackingUrl !== undefined && { TrackTraceUrl: trackingUrl }),
    }
    if (Object.keys(body).length === 0) return { refusal: NO_CHANGE }
    const changed = await hub.changeShipment({ reference: shipment, body }, write)
    return { shipment: shownShipment(changed, linkTo) }
  },
  readState: async ({ hub, linkTo }, { shipment }) => ({
    shipment: shownShipment(await hub.getShipment({ reference: shipment }), linkTo),
  }),
})

const VOID_ONLY = 'A shipment is either changed or voided. Leave void or the tracking out.'
const NO_CHANGE = 'Set carrier, tracking or trackingUrl to what it shall be, or void.'

function shownShipment(record: Output<'getShipment'>, linkTo: (path: string) => string) {
  const { MerchantShipmentReference, MerchantOrderReference, OrderId, Status } = record
  const { Method, TrackTraceNo, TrackTraceUrl, Lines } = record
  return {
    ...{ MerchantShipmentReference, MerchantOrderReference, OrderId, Status },
    ...{ Method, TrackTraceNo, TrackTraceUrl },
    Units: Lines.reduce((sum, { Quantity }) => sum + Quantity, 0),
    Link: linkTo(`/orders/${OrderId}`),
  }
}
