/** Returns and refunds of a merchant's shop become those of the hub, under the ids of the shop. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopReturn } from '../../adapter/merchant.ts'
import { type Pair, releaseOf, storePairs } from '../records/pairs.ts'
import { readPages } from '../records/read-pages.ts'
import { retryFromShop } from '../records/retries.ts'
import type { StepRun } from '../records/step-run.ts'
import { linesOfUnits } from './lines.ts'
import type { Order } from './order-records.ts'
import { contentOf, createOnce } from './records-of-order.ts'
import { type ShopRecord, storeShopRecords } from './shop-records.ts'

export async function syncReturns(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readReturns']>,
): Promise<void> {
  const process = (records: readonly ShopReturn[]) =>
    storeShopRecords(run, records, (one, order) => [recordOf(run, one, order)])
  await readPages<ShopReturn>(run, { read, process })
  await retryFromShop<ShopReturn>(run, {
    kinds: ['return', 'refund'],
    read: shop.readReturnsOf?.bind(shop),
    process,
  })
}

/** Without units, it is a refund of an amount. */
function recordOf(run: StepRun, one: ShopReturn, pair: Pair): ShopRecord {
  const { shopId, units } = one
  const common = { shopId, order: pair, content: contentOf(pair) }
  return units.length === 0
    ? { ...common, kind: 'refund', store: (order) => createRefund(run, one, order) }
    : {
        ...common,
        kind: 'return',
        store: (order, former) => createReturn(run, one, { order, pair, former }),
      }
}

async function createRefund(run: StepRun, one: ShopReturn, order: Order): Promise<number> {
  const body = {
    MerchantOrderReference: order.MerchantReference ?? '',
    RefundInclVat: one.refundInclVat ?? 0,
    Reason: one.reason || 'Refunded in the shop',
  }
  return await createOnce(run, 'refund', { shopId: one.shopId, order }, (reference) =>
    run.hub.call('createRefund', { body: { MerchantReference: reference, ...body } }),
  )
}

async function createReturn(
  run: StepRun,
  one: ShopReturn,
  { order, pair, former }: { order: Order; pair: Pair; former: Pair | undefined },
): Promise<number> {
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
  return await createOnce(run, 'return', { shopId: one.shopId, order }, (reference) =>
    run.hub.call('createReturn', {
      body: { MerchantReturnReference: reference, ...body },
    } as never),
  )
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
): Promise<number> {
  if (Status === 'ON_THE_WAY') await run.hub.call('decideReturn', { reference, body })
  return Id
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
