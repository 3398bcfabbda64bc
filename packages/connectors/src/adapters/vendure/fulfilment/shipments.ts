/** Shipments of the merchant as fulfilments of the shop. */
import type { ShipmentToVoid, ShipmentToWrite } from '../../../adapter/channel.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { type Call, type ErrorResult, problemOf } from '../api.ts'
import { type Fulfillment, toLines } from '../orders/order.ts'
import { readOrder } from '../orders/read-orders.ts'
import { orderMissing } from './problems.ts'

const ADD = `mutation ($input: FulfillOrderInput!) {
  addFulfillmentToOrder(input: $input) { ... on Fulfillment { id state } ... on ErrorResult { errorCode message } }
}`
const MOVE = `mutation ($id: ID!, $state: String!) {
  transitionFulfillmentToState(id: $id, state: $state) { ... on Fulfillment { id state } ... on ErrorResult { errorCode message } }
}`

/**
 * Writes a shipment once. A fulfilment has no place for a mark that buyers do not see, so its method names the merchant's reference of the
 * shipment: by it, a fulfilment is found that a call before a crash has created.
 */
export async function writeShipment(
  call: Call,
  { shopOrderId, shipment, units }: ShipmentToWrite,
): Promise<Outcome<string>> {
  const order = await readOrder(call, shopOrderId)
  if (order === undefined) return { problem: orderMissing(shopOrderId) }
  const method = methodOf(shipment)
  const found = (order.fulfillments ?? []).find((fulfilment) => fulfilment.method === method)
  if (found !== undefined) return await moveTo(call, found, 'Shipped')
  const input = {
    lines: toLines(units),
    handler: {
      code: 'manual-fulfillment',
      arguments: [
        { name: 'method', value: method },
        { name: 'trackingCode', value: trackingOf(shipment) },
      ],
    },
  }
  const { addFulfillmentToOrder: added } = await call<{
    addFulfillmentToOrder: ErrorResult & Fulfillment
  }>(ADD, { input })
  const problem = problemOf(added)
  return problem === undefined ? await moveTo(call, added, 'Shipped') : { problem }
}

/** Cancels the fulfilments of a shipment that the merchant has taken back. Its units can be shipped again. */
export async function voidShipment(
  call: Call,
  { shopOrderId, shipment }: ShipmentToVoid,
): Promise<Outcome<undefined>> {
  const order = await readOrder(call, shopOrderId)
  const end = `(${shipment.MerchantShipmentReference})`
  for (const one of order?.fulfillments ?? []) {
    // The carrier may have changed since it was written.
    if (!one.method.endsWith(end)) continue
    const moved = await moveTo(call, one, 'Cancelled')
    if ('problem' in moved) return moved
  }
  return { done: undefined }
}

type Shipment = ShipmentToWrite['shipment']

/** The carrier and the reference: `DHL (S-1001)`. */
export function methodOf({ Method, MerchantShipmentReference }: Shipment): string {
  return `${Method || 'Shipment'} (${MerchantShipmentReference})`
}

/** The tracking codes of all parcels. */
export function trackingOf({ TrackTraceNo, Parcels }: Shipment): string {
  const codes = [TrackTraceNo, ...Parcels.map((parcel) => parcel.TrackTraceNo)]
  return [...new Set(codes.filter(Boolean))].join(', ')
}

/** States that come after another: the staff of the shop may have moved a fulfilment further. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  Shipped: ['Shipped', 'Delivered', 'Cancelled'],
  Cancelled: ['Cancelled'],
}

async function moveTo(
  call: Call,
  { id, state }: Pick<Fulfillment, 'id' | 'state'>,
  target: 'Shipped' | 'Cancelled',
): Promise<Outcome<string>> {
  if (REACHED[target]?.includes(state)) return { done: id }
  const { transitionFulfillmentToState: moved } = await call<{
    transitionFulfillmentToState: ErrorResult
  }>(MOVE, { id, state: target })
  const problem = problemOf(moved)
  return problem === undefined ? { done: id } : { problem }
}
