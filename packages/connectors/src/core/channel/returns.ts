/** Returns that buyers announce in a channel's shop become returns of the hub. */
import type { ChannelShop } from '../../adapter/channel.ts'
import type { ShopReturn } from '../../adapter/merchant.ts'
import { isRecordRefusal } from '../records/hub.ts'
import { orderDataOf, type Pair, type PairToStore, pairsByShopId } from '../records/pairs.ts'
import { type ProblemLog, refusedByHub } from '../records/problems.ts'
import { readPages } from '../records/read-pages.ts'
import type { RecordKey } from '../records/record-key.ts'
import { retryFromShop } from '../records/retries.ts'
import type { StepRun } from '../records/step-run.ts'
import { workOnPage } from '../records/unstored.ts'
import { toLines } from './lines.ts'

export async function syncAnnouncedReturns(
  run: StepRun,
  shop: ChannelShop,
  read: NonNullable<ChannelShop['readReturns']>,
): Promise<void> {
  const process = (records: readonly ShopReturn[]) => storeReturns(run, records)
  await readPages<ShopReturn>(run, { read, process })
  await retryFromShop<ShopReturn>(run, {
    kinds: ['return'],
    read: shop.readReturnsOf?.bind(shop),
    process,
  })
}

async function storeReturns(run: StepRun, records: readonly ShopReturn[]): Promise<void> {
  const orderIds = records.map(({ shopOrderId }) => shopOrderId)
  const orders = await pairsByShopId(run, 'order', orderIds)
  const ids = records.map(({ shopId }) => shopId)
  const known = await pairsByShopId(run, 'return', ids)
  await workOnPage(run, async ({ log, stored }) => {
    for (const one of records) {
      const order = orders.get(one.shopOrderId)
      if (run.isOver()) break
      if (order === undefined) continue
      if (known.has(one.shopId)) run.counts.unchanged += 1
      else await stored.add(...(await storeReturn(run, one, order, log)))
    }
  })
}

async function storeReturn(
  run: StepRun,
  { shopId, units, reason }: ShopReturn,
  order: Pair,
  log: ProblemLog,
): Promise<readonly PairToStore[]> {
  const key: RecordKey = { Kind: 'return', ShopId: shopId }
  const { reference } = orderDataOf(order)
  if (units.length === 0) {
    run.counts.unchanged += 1
    return []
  }
  if (run.isDryRun) {
    run.propose({ action: 'create', shopId, text: `A return of order ${reference}.` })
    return []
  }
  const body = {
    ChannelReturnReference: shopId,
    ChannelOrderReference: reference,
    ...(reason && { CustomerComment: reason }),
    Lines: toLines(units),
  }
  try {
    const { Id } = await run.hub.call('createReturn', { body })
    run.counts.written += 1
    log.solve(key)
    return [{ Kind: 'return', HubId: String(Id), ShopId: shopId, State: 'linked' }]
  } catch (error) {
    if (!isRecordRefusal(error)) throw error
    log.add(key, refusedByHub(`the return ${shopId} of order ${reference}`, error), order.HubId)
    return []
  }
}
