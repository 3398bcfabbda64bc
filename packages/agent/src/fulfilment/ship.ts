/** The tools of shipments. */
import { type Client, isProblem, type Output } from '@entrepot/client'
import { type Static, Type } from 'typebox'
import { type InputRefusal, type ToolContext, writeTool } from '../kit/tool.ts'
import {
  findRecord,
  NOT_FOUND,
  ORDER_NAME,
  type OrderName,
  referenceOf,
  statesOf,
} from '../orders/names.ts'
import { countOutcomes, OUTCOMES, reasonOf } from '../orders/schema.ts'
import { given, Text } from '../parameters.ts'
import { linesOf, optionalLines } from './lines.ts'

const TRACKING = {
  carrier: Type.Optional(Type.String()),
  tracking: Type.Optional(Type.String()),
  trackingUrl: Type.Optional(Type.String()),
}

/** The tracking of a request of the API. */
function trackingOf({
  carrier,
  tracking,
  trackingUrl,
}: Partial<Record<keyof typeof TRACKING, string>>) {
  return { Method: carrier, TrackTraceNo: tracking, TrackTraceUrl: trackingUrl }
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
  scopes: ['orders:read', 'fulfilment:read', 'fulfilment:write'],
  effect: 'write',
  undo: 'change_shipment with void takes a shipment back. What the channel has told the buyer stays told.',
  input: Type.Object({ shipments: Type.Array(Row, { minItems: 1, maxItems: 100 }) }),
  output: Type.Object({
    ...OUTCOMES,
    shipments: Type.Array(
      Type.Object({
        shipment: Text,
        reference: Text,
        units: Type.Integer(),
        outcome: Type.String(),
      }),
    ),
  }),
  hints: HINTS,
  async run(context, { shipments }) {
    const rows = await Promise.all(shipments.map(async (row) => await toShipment(context, row)))
    const Shipments = rows.flatMap((row) => ('shipment' in row ? [row.shipment] : []))
    const { hub, write } = context
    const sent =
      Shipments.length > 0 ? await hub.createShipments({ body: { Shipments } }, write) : []
    const rest = sent.values()
    const outcomes = rows.map((row) => {
      if (!('shipment' in row)) return row
      const outcome = rest.next().value as (typeof sent)[number]
      return row.isVoided ? { ...outcome, ...refusalOfVoided(context) } : outcome
    })
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

/** The shipment of a row, or why there is none. */
async function toShipment(context: ToolContext, row: Row) {
  const { hub } = context
  const { lines, orderId, reference: named } = row
  const name = given({ orderId, reference: named })
  const reference = await referenceOf(hub, name).catch(refusalOf)
  if (typeof reference !== 'string') return refusedRow(name, reference)
  const content = given({
    MerchantOrderReference: reference,
    ...trackingOf(row),
    Lines: lines && linesOf(lines),
  })
  const { MerchantShipmentReference, isVoided } = await chooseReference(context, content)
  return { shipment: { MerchantShipmentReference, ...content }, isVoided }
}

/**
 * The reference of a shipment. The hub answers an equal call with the shipment that it has, even if that is voided. So the units are shipped again
 * under the reference that follows from the voided one, unless the caller has said by a key that the call is a repeat.
 */
async function chooseReference(
  { hub, referenceFor, isKeyed }: ToolContext,
  content: { readonly MerchantOrderReference: string },
) {
  let reference = referenceFor(content)
  let isVoided = await isVoidedShipment(hub, reference)
  while (isVoided && !isKeyed) {
    reference = referenceFor({ ...content, after: reference })
    isVoided = await isVoidedShipment(hub, reference)
  }
  return { MerchantShipmentReference: reference, isVoided }
}

async function isVoidedShipment(hub: Client, reference: string): Promise<boolean> {
  return (await findRecord(hub.getShipment({ reference })))?.Status === 'VOIDED'
}

/** What a repeat is answered whose shipment was voided meanwhile. */
function refusalOfVoided({ say }: ToolContext) {
  return {
    ...{ Units: 0, Outcome: 'refused' as const, Code: 'MARKET_SHIPMENT_VOIDED' },
    Detail: say(
      'The shipment of the first call with this idempotencyKey is voided. To ship its units again, send this row alone, with another key or none.',
    ),
    Errors: [],
  }
}

/** A row that names no order does not stop the others. */
function refusalOf(error: unknown): InputRefusal & { readonly code: string } {
  if (isProblem(error, 'MARKET_NOT_FOUND')) return { code: error.code, refusal: error.detail }
  throw error
}

function refusedRow(
  { orderId, reference }: OrderName,
  { code = 'TOOL_INPUT', refusal }: InputRefusal & { readonly code?: string },
) {
  return {
    MerchantShipmentReference: null,
    MerchantOrderReference: reference ?? null,
    Units: 0,
    Outcome: 'refused' as const,
    Code: code,
    Detail: orderId === undefined ? refusal : `Order ${orderId}: ${refusal}`,
    Errors: [],
  }
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
    const body = given(trackingOf(tracking))
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
