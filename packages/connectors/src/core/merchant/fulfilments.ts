/** What a merchant's shop ships and cancels becomes shipments and cancellations of the hub, under the ids of the shop. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopFulfilments, ShopShipment } from '../../adapter/merchant.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal } from '../records/hub.ts'
import { type Pair, type PairToStore, pairsByShopId, releaseOf } from '../records/pairs.ts'
import { type ProblemLog, refusedByHub } from '../records/problems.ts'
import { readPages } from '../records/read-pages.ts'
import type { RecordKey } from '../records/record-key.ts'
import { readOne, restOf, retryFromShop } from '../records/retries.ts'
import { referenceOf, type StepRun } from '../records/step-run.ts'
import { workOnPage } from '../records/unstored.ts'
import { noteDeparture } from './departures.ts'
import { linesOfUnits, UnknownLineError } from './lines.ts'
import { type Order, readOrder } from './order-records.ts'
import { contentOf, createOnce, isOfOrder, ofOrder, remember } from './records-of-order.ts'

export async function syncFulfilments(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readFulfilments']>,
): Promise<void> {
  const process = (records: readonly ShopFulfilments[]) => storeFulfilments(run, records)
  await readPages<ShopFulfilments>(run, { read, process })
  await retryFromShop<ShopFulfilments>(run, {
    kinds: ['shipment', 'cancellation'],
    read: readOne(shop.readFulfilmentsOf?.bind(shop)),
    process,
  })
}

/** One record of the shop, and what to do with it. */
interface Wanted {
  readonly kind: 'shipment' | 'cancellation'
  readonly shopId: string
  readonly content: string
  readonly fulfilments: ShopFulfilments
  readonly order: Pair
  store(order: Order): Promise<number>
}

async function storeFulfilments(run: StepRun, records: readonly ShopFulfilments[]): Promise<void> {
  const orders = await pairsByShopId(
    run,
    'order',
    records.map(({ shopOrderId }) => shopOrderId),
  )
  // Orders that the hub did not make are none of its business.
  const own = records.flatMap((fulfilments) => {
    const order = orders.get(fulfilments.shopOrderId)
    return order === undefined ? [] : wantedOf(run, fulfilments, order)
  })
  const known = {
    shipment: await knownOf(run, own, 'shipment'),
    cancellation: await knownOf(run, own, 'cancellation'),
  }
  await workOnPage(run, async ({ log, stored }) => {
    for (const wanted of own) {
      if (run.isOver()) break
      const pair = known[wanted.kind].get(wanted.shopId)
      const { order } = wanted
      if (pair !== undefined && (await isDone(run, wanted, pair))) {
        run.counts.unchanged += 1
        if (wanted.kind === 'cancellation') await stored.add(...remember(pair, order))
      } else await stored.add(...releaseOf(pair, await store(run, wanted, log)))
    }
  })
}

async function knownOf(run: StepRun, own: readonly Wanted[], kind: Wanted['kind']) {
  const ids = own.filter((one) => one.kind === kind).map(({ shopId }) => shopId)
  return await pairsByShopId(run, kind, ids)
}

async function isDone(
  run: StepRun,
  { kind, content, order }: Wanted,
  pair: Pair,
): Promise<boolean> {
  return kind === 'cancellation'
    ? await isOfOrder(run, kind, pair, order)
    : pair.Fingerprint === content
}

/** Shipments that were taken back come first, because their units can be in others by now. */
function wantedOf(run: StepRun, fulfilments: ShopFulfilments, order: Pair): readonly Wanted[] {
  const common = { fulfilments, order }
  const shipments = fulfilments.shipments.toSorted(
    (one, other) => Number(other.isVoided ?? false) - Number(one.isVoided ?? false),
  )
  return [
    ...shipments.map(
      (shipment): Wanted => ({
        ...common,
        kind: 'shipment',
        shopId: shipment.shopId,
        content: fingerprint([order.HubId, shipment]),
        store: (read) => storeShipment(run, read, order, shipment),
      }),
    ),
    ...fulfilments.cancellations.map(
      (cancellation): Wanted => ({
        ...common,
        kind: 'cancellation',
        shopId: cancellation.shopId,
        content: contentOf(order),
        store: (read) => storeCancellation(run, read, order, cancellation),
      }),
    ),
  ]
}

async function store(
  run: StepRun,
  { kind, shopId, content, order, store: write }: Wanted,
  log: ProblemLog,
): Promise<readonly PairToStore[]> {
  const key: RecordKey = { Kind: kind, ShopId: shopId }
  const read = await readOrder(run, order.HubId)
  if (read === undefined) return []
  if (run.isDryRun) {
    run.propose({ action: 'create', shopId, text: `A ${kind} of order ${read.ChannelReference}.` })
    return []
  }
  try {
    const hubId = await write(read)
    run.counts.written += 1
    log.solve(key)
    return hubId === NOTHING
      ? []
      : [
          {
            Kind: kind,
            HubId: String(hubId),
            ShopId: shopId,
            State: 'linked',
            Fingerprint: content,
          },
        ]
  } catch (error) {
    if (!isRecordRefusal(error) && !(error instanceof UnknownLineError)) throw error
    const what = `the ${kind} ${shopId} of order ${read.ChannelReference}`
    log.add(
      key,
      error instanceof UnknownLineError ? error.problem : refusedByHub(what, error),
      order.HubId,
    )
    return []
  }
}

/** There is nothing to record, such as a shipment that was taken back before it was read. */
const NOTHING = 0

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
