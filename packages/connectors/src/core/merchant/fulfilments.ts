/** What a merchant's shop ships and cancels becomes shipments and cancellations of the hub, under the ids of the shop. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopFulfilments, ShopShipment } from '../../adapter/merchant.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal } from '../records/hub.ts'
import type { Pair } from '../records/pairs.ts'
import { readPages } from '../records/read-pages.ts'
import { readOne, restOf, retryFromShop } from '../records/retries.ts'
import { referenceOf, type StepRun } from '../records/step-run.ts'
import { noteDeparture } from './departures.ts'
import { linesOfUnits } from './lines.ts'
import type { Order } from './order-records.ts'
import { contentOf, createOnce, ofOrder } from './records-of-order.ts'
import { NOTHING, type ShopRecord, storeShopRecords } from './shop-records.ts'

export async function syncFulfilments(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readFulfilments']>,
): Promise<void> {
  const process = (records: readonly ShopFulfilments[]) =>
    storeShopRecords(run, records, (one, order) => recordsOf(run, one, order))
  await readPages<ShopFulfilments>(run, { read, process })
  await retryFromShop<ShopFulfilments>(run, {
    kinds: ['shipment', 'cancellation'],
    read: readOne(shop.readFulfilmentsOf?.bind(shop)),
    process,
  })
}

/** Shipments that were taken back come first, because their units can be in others by now. */
function recordsOf(run: StepRun, fulfilments: ShopFulfilments, order: Pair): readonly ShopRecord[] {
  const shipments = fulfilments.shipments.toSorted(
    (one, other) => Number(other.isVoided ?? false) - Number(one.isVoided ?? false),
  )
  return [
    ...shipments.map(
      (shipment): ShopRecord => ({
        kind: 'shipment',
        shopId: shipment.shopId,
        order,
        content: fingerprint([order.HubId, shipment]),
        store: (read) => storeShipment(run, read, order, shipment),
      }),
    ),
    ...fulfilments.cancellations.map(
      (cancellation): ShopRecord => ({
        kind: 'cancellation',
        shopId: cancellation.shopId,
        order,
        content: contentOf(order),
        store: (read) => storeCancellation(run, read, order, cancellation),
      }),
    ),
  ]
}

async function storeShipment(
  run: StepRun,
  order: Order,
  pair: Pair,
  shipment: ShopShipment,
): Promise<number> {
  const usual = referenceOf(run, shipment.shopId)
  const first = await findShipment(run, usual)
  // A restored shop gives the ids of shipments that it has lost to others.
  const isOther = first !== undefined && first.OrderId !== order.Id
  const reference = isOther ? ofOrder(usual, order) : usual
  const known = isOther ? await findShipment(run, reference) : first
  if (known === undefined) {
    if (shipment.isVoided) return NOTHING
    const Lines = linesOfUnits(order, pair, shipment.units)
    const body = {
      MerchantShipmentReference: reference,
      MerchantOrderReference: order.MerchantReference ?? '',
      ...trackingOf(shipment),
      Lines,
    }
    const { Id } = await run.hub.call('createShipment', { body })
    noteDeparture(run, 'shipment', productsOf(order, Lines))
    return Id
  }
  if (known.Status === 'VOIDED') return known.Id
  if (shipment.isVoided) return (await run.hub.call('voidShipment', { reference })).Id
  return (await run.hub.call('changeShipment', { reference, body: trackingOf(shipment) })).Id
}

/** The references of the products of lines. */
function productsOf(
  order: Order,
  lines: readonly { readonly ChannelOrderLineReference: string }[],
): readonly string[] {
  const shipped = new Set(lines.map((line) => line.ChannelOrderLineReference))
  return order.Lines.filter(({ ChannelReference }) => shipped.has(ChannelReference)).map(
    (line) => line.MerchantProductReference,
  )
}

function trackingOf({ carrier, trackingNumber, trackingUrl }: ShopShipment) {
  return {
    TrackTraceNo: trackingNumber ?? null,
    TrackTraceUrl: trackingUrl ?? null,
    Method: carrier ?? null,
  }
}

async function findShipment(
  run: StepRun,
  reference: string,
): Promise<Schemas['ShipmentResponse'] | undefined> {
  try {
    return await run.hub.call('getShipment', { reference })
  } catch (error) {
    if (isRecordRefusal(error) && error.code === 'MARKET_NOT_FOUND') return undefined
    throw error
  }
}

async function storeCancellation(
  run: StepRun,
  order: Order,
  pair: Pair,
  { shopId, units, reason }: ShopFulfilments['cancellations'][number],
): Promise<number> {
  const lines = linesOfUnits(order, pair, units)
  const create = (Lines: Readonly<typeof lines>) =>
    createOnce(run, 'cancellation', { shopId, order }, (MerchantReference) => {
      const Reason = reason === undefined ? {} : { Reason: reason }
      const body = { MerchantReference, MerchantOrderReference: order.MerchantReference, ...Reason }
      return run.hub.call('createCancellation', { body: { ...body, Lines } } as never)
    })
  try {
    return await create(lines)
  } catch (error) {
    // Units that were cancelled in the hub, too, are cancelled once.
    const rest = isRecordRefusal(error) ? restOf(order, lines) : undefined
    if (rest === undefined) throw error
    return rest.length === 0 ? NOTHING : await create(rest)
  }
}
