/** Orders of a channel's shop become orders of the hub. */
import type { ChannelShop, ShopChannelOrder } from '../../adapter/channel.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { joinUnits } from '../../adapter/units.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal } from '../records/hub.ts'
import {
  orderDataOf,
  type Pair,
  type PairToStore,
  pairsByHubId,
  pairsByShopId,
  storePairs,
} from '../records/pairs.ts'
import { type ProblemLog, refusedByHub } from '../records/problems.ts'
import { AGAIN, readPages } from '../records/read-pages.ts'
import type { RecordKey } from '../records/record-key.ts'
import { readOne, restOf, retryFromShop } from '../records/retries.ts'
import { allowedSteps } from '../records/settings.ts'
import type { StepRun } from '../records/step-run.ts'
import { workOnPage } from '../records/unstored.ts'
import { beginFrom, isLeftOut } from './before-connection.ts'
import { toLines } from './lines.ts'
import { offerWriter } from './offer-currency.ts'
import { writeOffersAgain } from './offers.ts'
import { readHubAgain, recoverChannel } from './recover-channel.ts'

export async function syncChannelOrders(
  run: StepRun,
  shop: ChannelShop,
  read: NonNullable<ChannelShop['readOrders']>,
): Promise<void> {
  const hasOrder = shop.hasOrder?.bind(shop)
  if (!run.state.isVerified && hasOrder !== undefined) await recoverChannel(run, hasOrder)
  if (run.isOver()) return
  await beginFrom(run)
  const isCatalogue = allowedSteps(run.connection)?.has('catalogue') !== false
  const writeOffers = isCatalogue ? offerWriter(shop) : undefined
  let failure: ShopFailure | undefined
  const process = async (records: readonly ShopChannelOrder[]) => {
    const { stored, sold } = await storeOrders(run, records, hasOrder)
    if (stored.length === 0 || run.isOver()) return undefined
    try {
      if (writeOffers !== undefined) await writeOffersAgain(run, writeOffers, sold)
    } catch (error) {
      // A shop that takes orders, and no offers, must not keep its orders from the merchant.
      if (!ShopFailure.is(error) || endsRun(error)) throw error
      failure = error
      return AGAIN
    }
    if (!run.isOver()) await storePairs(run, stored)
    return undefined
  }
  await readPages<ShopChannelOrder>(run, { read, process })
  if (failure !== undefined) throw failure
  const readOrder = readOne(shop.readOrder?.bind(shop))
  await retryFromShop<ShopChannelOrder>(run, {
    kinds: ['order', 'cancellation'],
    read: readOrder,
    process: async (records) => {
      await process(records)
      if (failure !== undefined) throw failure
    },
  })
}

const endsRun = ({ kind }: ShopFailure) => kind === 'unavailable' || kind === 'throttled'

interface StoredOrders {
  /** The pairs of those that are new or changed, to be stored once their offers are written. */
  readonly stored: readonly PairToStore[]
  /** The products of which the shop has sold or taken back units. */
  readonly sold: ReadonlySet<string>
}

async function storeOrders(
  run: StepRun,
  records: readonly ShopChannelOrder[],
  hasOrder: ChannelShop['hasOrder'],
): Promise<StoredOrders> {
  const pairs = await pairsOf(run, records, hasOrder)
  const stored: PairToStore[] = []
  const sold = new Set<string>()
  await workOnPage(run, async ({ log, stored: unstored }) => {
    for (const record of records) {
      if (run.isOver()) break
      if ('problem' in record) {
        log.add({ Kind: 'order', ShopId: record.shopId }, record.problem)
        continue
      }
      const pair = pairs.get(record.shopId)
      const before = stored.length
      await storeOrder(run, record, { pair, log, stored, sold })
      // Without a fingerprint: after a crash, the orders are compared again, and their offers written.
      await unstored.add(...stored.slice(before).map((one) => ({ ...one, Fingerprint: null })))
    }
  })
  return { stored, sold }
}

/** A shop that was restored without a call that failed meanwhile is noticed by an id that is that of another order now. */
async function pairsOf(
  run: StepRun,
  records: readonly ShopChannelOrder[],
  hasOrder: ChannelShop['hasOrder'],
): Promise<Map<string, Pair>> {
  const ids = records.map(({ shopId }) => shopId)
  const pairs = await pairsByShopId(run, 'order', ids)
  const hasOther = records.some((record) => {
    const pair = pairs.get(record.shopId)
    return pair !== undefined && !('problem' in record) && isOther(pair, record)
  })
  if (!hasOther || hasOrder === undefined) return pairs
  await recoverChannel(run, hasOrder)
  return await pairsByShopId(run, 'order', ids)
}

type NewOrder = Extract<ShopChannelOrder, { order: unknown }>

/** Whether the pair is that of another order, whose id the shop has given again. */
function isOther(pair: Pick<Pair, 'Data'>, { order, identity }: NewOrder): boolean {
  const known = orderDataOf(pair)
  if (identity === undefined) return known.reference !== order.ChannelReference
  return known.identity !== undefined && known.identity !== identity
}

interface StoreOptions {
  readonly pair: Pair | undefined
  readonly log: ProblemLog
  readonly stored: PairToStore[]
  readonly sold: Set<string>
}

async function storeOrder(
  run: StepRun,
  record: NewOrder,
  { pair, log, stored, sold }: StoreOptions,
): Promise<void> {
  const { shopId, url, order, identity, cancellations, leftOut } = record
  const key: RecordKey = { Kind: 'order', ShopId: shopId }
  if (pair === undefined && (await isLeftOut(run, record, key, log))) return
  const tell = (hubId: string) => {
    if (leftOut === undefined) log.solve(key)
    else log.add(key, leftOut, hubId)
  }
  const content = fingerprint(cancellations)
  if (pair?.Fingerprint === content) {
    run.counts.unchanged += 1
    return tell(pair.HubId)
  }
  if (run.isDryRun) {
    const action = pair === undefined ? 'create' : 'update'
    return run.propose({ action, shopId, text: `Order ${order.ChannelReference}.` })
  }
  try {
    const known = pair && { hubId: pair.HubId, reference: orderDataOf(pair).reference }
    const { hubId, reference } = known ?? (await createOrder(run, record))
    run.counts.written += 1
    for (const { MerchantProductReference } of order.Lines) sold.add(MerchantProductReference)
    const linked = {
      Kind: 'order' as const,
      HubId: hubId,
      ShopId: shopId,
      State: 'linked' as const,
      Url: url ?? null,
      Data: { reference, lines: {}, ...(identity !== undefined && { identity }) },
    }
    const stated = { ...record, order: { ...order, ChannelReference: reference } }
    const isComplete = await storeCancellations(run, stated, hubId, log)
    stored.push({ ...linked, Fingerprint: isComplete ? content : null })
    tell(hubId)
  } catch (error) {
    if (!isRecordRefusal(error)) throw error
    log.add(key, refusedByHub(`order ${order.ChannelReference}`, error))
  }
}

/**
 * The hub has each reference of a channel once: an order that it has already was created by a run before, or the shop has lost it and given its
 * id again. Then the new order gets a reference of its own.
 */
async function createOrder(
  run: StepRun,
  record: NewOrder,
): Promise<{ readonly hubId: string; readonly reference: string }> {
  const { order, identity } = record
  const reference = order.ChannelReference
  try {
    const { Id, CreatedAt } = await run.hub.call('createOrder', { body: order })
    await readHubAgain(run, CreatedAt)
    return { hubId: String(Id), reference }
  } catch (error) {
    if (!isRecordRefusal(error) || error.code !== 'MARKET_ORDER_EXISTS') throw error
    const [known] = await run.hub.call('listOrders', { channelReference: [reference] })
    if (known === undefined) throw error
    const hubId = String(known.Id)
    const pair = (await pairsByHubId(run, 'order', [hubId])).get(hubId)
    await readHubAgain(run, known.CreatedAt)
    if (identity === undefined || pair === undefined || !isOther(pair, record)) {
      return { hubId, reference }
    }
    const ChannelReference = `${reference}~${fingerprint(identity).slice(0, 8)}`
    return await createOrder(run, { ...record, order: { ...order, ChannelReference } })
  }
}

/** @returns whether the hub has all of them */
async function storeCancellations(
  run: StepRun,
  { order, cancellations }: NewOrder,
  hubId: string,
  log: ProblemLog,
): Promise<boolean> {
  let isComplete = true
  for (const [index, { shopId, units, reason }] of cancellations.entries()) {
    const key: RecordKey = { Kind: 'cancellation', ShopId: shopId }
    const body = {
      ChannelCancellationReference: shopId,
      ChannelOrderReference: order.ChannelReference,
      ...(reason !== undefined && { Reason: reason }),
      Lines: toLines(units),
    }
    try {
      await createCancellation(run, body)
      log.solve(key)
    } catch (error) {
      if (!isRecordRefusal(error)) throw error
      const known = await run.hub.call('getOrderById', { id: Number(hubId) })
      const soFar = cancellations.slice(0, index + 1).flatMap((one) => one.units)
      if (restOf(known, toLines(joinUnits(soFar)))?.length === 0) {
        log.solve(key)
        continue
      }
      isComplete = false
      log.add(
        key,
        {
          ...refusedByHub(`a cancellation of order ${order.ChannelReference} (${hubId})`, error),
          remedy:
            'The merchant may have taken the order over. Ask the merchant to cancel the units, or to send them and to accept them back.',
        },
        hubId,
      )
    }
  }
  return isComplete
}

type NewCancellation = {
  readonly ChannelCancellationReference: string
  readonly ChannelOrderReference: string
}

/** A restored shop can give a cancellation the id of one that it has lost, of another order. */
async function createCancellation(run: StepRun, body: NewCancellation): Promise<void> {
  try {
    await run.hub.call('createCancellation', { body } as never)
  } catch (error) {
    if (!isRecordRefusal(error) || error.code !== 'MARKET_REFERENCE_IN_USE') throw error
    const { ChannelCancellationReference: reference, ChannelOrderReference: order } = body
    const other = `${reference}~${fingerprint(order).slice(0, 8)}`
    await run.hub.call('createCancellation', {
      body: { ...body, ChannelCancellationReference: other },
    } as never)
  }
}
