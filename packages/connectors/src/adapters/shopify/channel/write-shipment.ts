import type { ShipmentToWrite } from '../../../adapter/channel.ts'
import type { ShopUnits } from '../../../adapter/merchant.ts'
import { type Outcome, type RecordProblem, ShopFailure } from '../../../adapter/outcomes.ts'
import { sumUnits } from '../../../adapter/units.ts'
import { type Api, problemOf } from '../api/api.ts'
import {
  CREATE_FULFILLMENT,
  FULFILLMENT_ORDERS,
  SET_METAFIELDS,
  SET_TRACKING,
} from '../documents/orders.ts'
import type { Fulfillment } from '../mapping/course.ts'
import { NAMESPACE, numberOf } from '../mapping/ids.ts'
import { missingOrder, readFulfillment } from '../orders/reader.ts'

interface FulfillmentOrder {
  readonly id: string
  readonly status: string
  readonly assignedLocation: { readonly location: { readonly id: string } | null }
  readonly supportedActions: readonly { readonly action: string }[]
  readonly lineItems: {
    readonly nodes: readonly {
      readonly id: string
      readonly remainingQuantity: number
      readonly lineItem: { readonly id: string }
    }[]
  }
}

interface Shippable {
  readonly id: string
  readonly shipments: { readonly value: string; readonly compareDigest: string } | null
  readonly fulfillments: readonly { readonly id: string; readonly status: string }[]
  readonly fulfillmentOrders: { readonly nodes: readonly FulfillmentOrder[] }
}

/** The fulfilments that an order had before a shipment was written, by the mark of the shipment. */
type Intentions = Readonly<Record<string, readonly string[]>>
const MOST_INTENTIONS = 40

/**
 * Fulfils the units of a shipment, partly if they are a part. Fulfilments have no field of their own for a mark, so the order gets a note of
 * the fulfilments that it had before the call: one with the same units that is not in the note is the result of an earlier call. A shipment
 * that Shopify refuses has no result, so its note is taken away: it would take an equal shipment that is written later for its own.
 */
export async function writeShipment(
  api: Api,
  { shopOrderId, shipment, units, mark }: ShipmentToWrite,
  options: { readonly notify: boolean },
): Promise<Outcome<string>> {
  const order = await readShippable(api, shopOrderId)
  if (!order) return { problem: missingOrder(shopOrderId) }
  const intentions = readIntentions(order)
  const known = await resultOf(api, order, intentions[mark], units)
  const tracking = trackingOf(shipment)
  if (known) return updateTracking(api, known, tracking, options)
  const lines = allot(order, units)
  if ('done' in lines && intentions[mark] === undefined) await writeIntention(api, order, mark)
  const fulfillment = { notifyCustomer: options.notify, trackingInfo: tracking }
  const outcome = 'problem' in lines ? lines : await create(api, lines.done, fulfillment, shipment)
  if ('problem' in outcome) await takeIntention(api, shopOrderId, mark)
  return outcome
}

async function readShippable(api: Api, id: string): Promise<Shippable | null> {
  return (await api.run<{ order: Shippable | null }>(FULFILLMENT_ORDERS, { id })).order
}

async function create(
  api: Api,
  lineItemsByFulfillmentOrder: readonly object[],
  more: object,
  shipment: ShipmentToWrite['shipment'],
): Promise<Outcome<string>> {
  interface Created {
    readonly fulfillment: { readonly id: string } | null
  }
  const { fulfillment, userErrors } = await api.mutate<Created>(
    CREATE_FULFILLMENT,
    { fulfillment: { lineItemsByFulfillmentOrder, ...more } },
    { orRefused: true },
  )
  if (fulfillment) return { done: fulfillment.id }
  const message = `Shopify does not fulfil the units of shipment ${shipment.MerchantShipmentReference}.`
  const remedy = 'Read what Shopify says. Release holds of the order in Shopify, and retry.'
  return { problem: problemOf(userErrors, 'shipment_refused', message, remedy) }
}

function readIntentions({ shipments }: Shippable): Intentions {
  return shipments ? JSON.parse(shipments.value) : {}
}

/** The fulfilment of an earlier call: one that was not there before it, with the same units. */
async function resultOf(
  api: Api,
  { fulfillments }: Shippable,
  before: readonly string[] | undefined,
  units: readonly ShopUnits[],
): Promise<Fulfillment | undefined> {
  if (before === undefined) return undefined
  const wanted = signatureOf(units)
  for (const { id, status } of fulfillments) {
    if (status === 'CANCELLED' || before.includes(numberOf(id))) continue
    const found = await readFulfillment(api, id)
    const shipped = (found?.fulfillmentLineItems.nodes ?? []).map(({ lineItem, quantity }) => ({
      shopLineId: numberOf(lineItem.id),
      quantity,
    }))
    if (signatureOf(shipped) === wanted) return found
  }
  return undefined
}

function signatureOf(units: readonly ShopUnits[]): string {
  return [...sumUnits(units)]
    .map(([line, quantity]) => `${line}:${quantity}`)
    .toSorted()
    .join(' ')
}

async function writeIntention(api: Api, order: Shippable, mark: string): Promise<void> {
  const before = order.fulfillments.map(({ id }) => numberOf(id))
  const kept = Object.entries(readIntentions(order)).slice(1 - MOST_INTENTIONS)
  await writeIntentions(api, order, { ...Object.fromEntries(kept), [mark]: before })
}

async function takeIntention(api: Api, orderId: string, mark: string): Promise<void> {
  const order = await readShippable(api, orderId)
  const { [mark]: own, ...others } = order ? readIntentions(order) : {}
  if (order && own) await writeIntentions(api, order, others)
}

async function writeIntentions(api: Api, order: Shippable, intentions: Intentions): Promise<void> {
  const metafield = {
    ownerId: order.id,
    namespace: NAMESPACE,
    key: 'shipments',
    type: 'json',
    value: JSON.stringify(intentions),
    compareDigest: order.shipments?.compareDigest ?? null,
  }
  const { userErrors } = await api.mutate(SET_METAFIELDS, { metafields: [metafield] })
  if (userErrors.length === 0) return
  const words = userErrors.map((error) => error.message).join('; ')
  throw new ShopFailure('unavailable', `Shopify does not store the note of a shipment: ${words}`)
}

/** Which lines of which fulfilment orders the units are: an order has one for each location, and new ones after holds and cancellations. */
function allot(order: Shippable, units: readonly ShopUnits[]): Outcome<readonly object[]> {
  const wanted = sumUnits(units)
  const groups = order.fulfillmentOrders.nodes.filter(isShippable).flatMap((group) => {
    const lines = group.lineItems.nodes.flatMap(({ id, remainingQuantity, lineItem }) => {
      const open = wanted.get(numberOf(lineItem.id)) ?? 0
      const quantity = Math.min(open, remainingQuantity)
      wanted.set(numberOf(lineItem.id), open - quantity)
      return quantity > 0 ? [{ id, quantity }] : []
    })
    return lines.length ? [{ fulfillmentOrderId: group.id, fulfillmentOrderLineItems: lines }] : []
  })
  const missing = [...wanted].filter(([, quantity]) => quantity > 0)
  if (missing.length) return { problem: notOpen(missing, order) }
  const used = order.fulfillmentOrders.nodes.filter(({ id }) =>
    groups.some((group) => group.fulfillmentOrderId === id),
  )
  const places = new Set(used.map(({ assignedLocation }) => assignedLocation.location?.id))
  return places.size > 1 ? { problem: SEVERAL_LOCATIONS } : { done: groups }
}

/** Shopify makes one fulfilment of units at one location. */
const SEVERAL_LOCATIONS: RecordProblem = {
  code: 'several_locations',
  message: 'The units of the shipment are at several locations in Shopify.',
  remedy: 'Move the open units of the order to one location in Shopify, and retry.',
}

function isShippable({ status, supportedActions }: FulfillmentOrder): boolean {
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') return false
  return supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT')
}

function notOpen(missing: readonly (readonly [string, number])[], order: Shippable): RecordProblem {
  const held = order.fulfillmentOrders.nodes
    .filter((group) => !isShippable(group))
    .map(({ status }) => status)
  const [line, quantity] = missing[0] ?? ['', 0]
  return {
    code: 'units_not_open',
    message: `Shopify has ${quantity} units of line ${line} not open for shipment.`,
    remedy: held.includes('ON_HOLD')
      ? 'Release the hold of the order in Shopify, and retry.'
      : 'Compare the order in Shopify: units may be cancelled, shipped already, or be at a location of a fulfilment service.',
  }
}

/** Shopify shows one carrier, with any number of parcels. */
function trackingOf(shipment: ShipmentToWrite['shipment']) {
  const parcels = shipment.Parcels.filter((parcel) => parcel.TrackTraceNo)
  const numbers = parcels.map((parcel) => parcel.TrackTraceNo)
  const urls = parcels.map((parcel) => parcel.TrackTraceUrl ?? parcel.TrackingPage).filter(Boolean)
  const company = shipment.ShipmentMethod?.Name ?? shipment.Method ?? parcels[0]?.Method
  return {
    ...(company ? { company } : {}),
    ...(numbers.length ? { numbers } : {}),
    ...(urls.length === numbers.length && urls.length ? { urls } : {}),
  }
}

/** A shipment that was written before gets its tracking as it is now. */
async function updateTracking(
  api: Api,
  { id, trackingInfo }: Fulfillment,
  tracking: ReturnType<typeof trackingOf>,
  { notify }: { readonly notify: boolean },
): Promise<Outcome<string>> {
  const numbers = trackingInfo.flatMap(({ number }) => number ?? [])
  const isSame = (tracking.numbers ?? []).join() === numbers.join()
  const [first] = trackingInfo
  if (isSame && (tracking.company === undefined || tracking.company === first?.company))
    return { done: id }
  const variables = { id, tracking, notify }
  const { userErrors } = await api.mutate(SET_TRACKING, variables, { orRefused: true })
  if (userErrors.length === 0) return { done: id }
  const message = 'Shopify does not take the tracking of a shipment.'
  const remedy = 'Read what Shopify says, correct the tracking at the shipment, and retry.'
  return { problem: problemOf(userErrors, 'tracking_refused', message, remedy) }
}
