/** Returns and refunds of a merchant's shop become those of the hub, under the ids of the shop. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopReturn } from '../../adapter/merchant.ts'
import { isRecordRefusal } from '../records/hub.ts'
import {
  type Pair,
  type PairToStore,
  pairsByShopId,
  releaseOf,
  storePairs,
} from '../records/pairs.ts'
import { type ProblemLog, refusedByHub } from '../records/problems.ts'
import { readPages } from '../records/read-pages.ts'
import type { RecordKey } from '../records/record-key.ts'
import { retryFromShop } from '../records/retries.ts'
import type { StepRun } from '../records/step-run.ts'
import { workOnPage } from '../records/unstored.ts'
import { linesOfUnits, UnknownLineError } from './lines.ts'
import { type Order, readOrder } from './order-records.ts'
import { contentOf, createOnce, isOfOrder, remember } from './records-of-order.ts'

export async function syncReturns(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readReturns']>,
): Promise<void> {
  const process = (records: readonly ShopReturn[]) => storeReturns(run, records)
  await readPages<ShopReturn>(run, { read, process })
  await retryFromShop<ShopReturn>(run, {
    kinds: ['return', 'refund'],
    read: shop.readReturnsOf?.bind(shop),
    process,
  })
}

async function storeReturns(run: StepRun, records: readonly ShopReturn[]): Promise<void> {
  const orders = await pairsByShopId(
    run,
    'order',
    records.map(({ shopOrderId }) => shopOrderId),
  )
  const own = records.filter(({ shopOrderId }) => orders.has(shopOrderId))
  const known = new Map([
    ...(await knownOf(run, own, 'return')),
    ...(await knownOf(run, own, 'refund')),
  ])
  await workOnPage(run, async ({ log, stored }) => {
    for (const one of own) {
      const order = orders.get(one.shopOrderId)
      if (run.isOver() || order === undefined) break
      const pair = known.get(`${kindOf(one)} ${one.shopId}`)
      if (pair?.State === 'linked' && (await isOfOrder(run, kindOf(one), pair, order))) {
        run.counts.unchanged += 1
        await stored.add(...remember(pair, order))
      } else await stored.add(...(await storeReturn(run, one, { order, former: pair, log })))
    }
  })
}

/** Without units, it is a refund of an amount. */
const kindOf = ({ units }: ShopReturn) => (units.length === 0 ? 'refund' : 'return')

async function knownOf(run: StepRun, own: readonly ShopReturn[], kind: 'return' | 'refund') {
  const ids = own.filter((one) => kindOf(one) === kind).map(({ shopId }) => shopId)
  const pairs = await pairsByShopId(run, kind, ids)
  return [...pairs].map(([shopId, pair]): [string, Pair] => [`${kind} ${shopId}`, pair])
}

interface StoreOptions {
  /** The pair of the order. */
  readonly order: Pair
  /** The pair of this id: of the return of the hub that an earlier run began to decide, or of one that a restored shop has lost. */
  readonly former: Pair | undefined
  readonly log: ProblemLog
}

async function storeReturn(
  run: StepRun,
  one: ShopReturn,
  { order: pair, former, log }: StoreOptions,
): Promise<readonly PairToStore[]> {
  const { shopId } = one
  const what = kindOf(one)
  const key: RecordKey = { Kind: what, ShopId: shopId }
  const order = await readOrder(run, pair.HubId)
  if (order === undefined) return []
  if (run.isDryRun) {
    run.propose({ action: 'create', shopId, text: `A ${what} of order ${order.ChannelReference}.` })
    return []
  }
  try {
    const hubId = await (what === 'refund'
      ? createRefund(run, one, order)
      : createReturn(run, one, { order, pair, former }))
    run.counts.written += 1
    log.solve(key)
    const Fingerprint = contentOf(pair)
    return releaseOf(former, [
      { Kind: what, HubId: hubId, ShopId: shopId, State: 'linked', Fingerprint },
    ])
  } catch (error) {
    if (!isRecordRefusal(error) && !(error instanceof UnknownLineError)) throw error
    const text = `the ${what} ${shopId} of order ${order.ChannelReference}`
    log.add(
      key,
      error instanceof UnknownLineError ? error.problem : refusedByHub(text, error),
      pair.HubId,
    )
    return []
  }
}

async function createRefund(run: StepRun, one: ShopReturn, order: Order): Promise<string> {
  const body = {
    MerchantOrderReference: order.MerchantReference ?? '',
    RefundInclVat: one.refundInclVat ?? 0,
    Reason: one.reason || 'Refunded in the shop',
  }
  const created = await createOnce(run, 'refund', { shopId: one.shopId, order }, (reference) =>
    run.hub.call('createRefund', { body: { MerchantReference: reference, ...body } }),
  )
  return String(created)
}

async function createReturn(
  run: StepRun,
  one: ShopReturn,
  { order, pair, former }: { order: Order; pair: Pair; former: Pair | undefined },
): Promise<string> {
  const Lines = linesOfUnits(order, pair, one.units)
  const decision = {
    Status: 'ACCEPTED' as const,
    ...(one.restocked !== undefined && { Restock: one.restocked }),
    ...(one.refundInclVat !== undefined && { RefundInclVat: one.refundInclVat }),
    ...(one.reason && { MerchantComment: one.reason }),
  }
  const announced = await findAnnounced(run, order, Lines, former?.HubId)
  if (announced !== undefined) {
    await noteDecision(run, one.shopId, announced, former)
    return await decide(run, announced, decision)
  }
  const body = {
    MerchantOrderReference: order.MerchantReference ?? '',
    ...decision,
    Lines,
  }
  const created = await createOnce(run, 'return', { shopId: one.shopId, order }, (reference) =>
    run.hub.call('createReturn', {
      body: { MerchantReturnReference: reference, ...body },
    } as never),
  )
  return String(created)
}

/** The pair of a return of the channel is stored before it is decided on, so that a repeat finds it afterwards. */
async function noteDecision(
  run: StepRun,
  ShopId: string,
  { Id, Status }: Return,
  former: Pair | undefined,
): Promise<void> {
  if (Status !== 'ON_THE_WAY') return
  const pair = { Kind: 'return', HubId: String(Id), ShopId, State: 'creating' } as const
  await storePairs(run, releaseOf(former, [pair]))
}

async function decide(
  run: StepRun,
  { Id, MerchantReturnReference: reference, Status }: Return,
  body: Schemas['ReturnDecision'],
): Promise<string> {
  if (Status === 'ON_THE_WAY') await run.hub.call('decideReturn', { reference, body })
  return String(Id)
}

type Return = Schemas['ReturnResponse']

type Line = { readonly ChannelOrderLineReference: string; readonly Quantity: number }

/** The return that an earlier run began to decide, or else one of exactly these units that the channel has announced. */
async function findAnnounced(
  run: StepRun,
  order: Order,
  lines: readonly Line[],
  begun: string | undefined,
): Promise<Return | undefined> {
  // Without units on their way back there is none.
  if (order.Lines.every(({ ReturnedQuantity }) => ReturnedQuantity === 0)) return undefined
  const returns = await run.hub.call('listReturns', { orderId: order.Id })
  const own = returns.find(({ Id }) => String(Id) === begun)
  const wanted = describe(lines)
  return (
    own ??
    returns.find(({ Status, Lines }) => Status === 'ON_THE_WAY' && describe(Lines) === wanted)
  )
}

const describe = (lines: readonly Line[]) =>
  lines
    .map(({ ChannelOrderLineReference, Quantity }) => `${ChannelOrderLineReference}:${Quantity}`)
    .toSorted()
    .join()
