/** Cancelled units are cancelled in a merchant's shop, too. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopUnits } from '../../adapter/merchant.ts'
import { noteLeft } from '../records/held.ts'
import { type OrderRecords, orderRecords } from '../records/hub.ts'
import { idsOf, orderDataOf, pairsByHubId, storePairs, storeReleased } from '../records/pairs.ts'
import { type ProblemLog, problemLog } from '../records/problems.ts'
import { readHubSince } from '../records/read-pages.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import { mark, type StepRun, shopIdOf } from '../records/step-run.ts'
import { type LinkedOrder, type Order, readOrder } from './order-records.ts'
import { contentOf } from './records-of-order.ts'

type Cancellation = OrderRecords['cancellation']

const STEP = 'cancellations'

export async function syncCancellations(run: StepRun, shop: MerchantShop): Promise<void> {
  await readHubSince(run, 'cancellation', async (records) => {
    const log = problemLog(run)
    // Those that the shop itself has made are in the hub under its ids.
    const foreign = records.filter(
      ({ MerchantReference }) => shopIdOf(run, MerchantReference) === undefined,
    )
    const orderIds = foreign.map(({ OrderId }) => String(OrderId))
    const pairs = await pairsByHubId(run, 'order', orderIds)
    // An order that is not in the shop yet is written first, and its cancellations right after it.
    const orders = new Map([...pairs].filter(([, { State }]) => State === 'linked'))
    await carry(run, shop, foreign, { orders, log })
    await log.store()
  })
}

/** Carries over all cancellations of an order, which was written with all its units. */
export async function carryCancellationsOf(
  run: StepRun,
  shop: MerchantShop,
  order: LinkedOrder,
  options: Pick<CarryOptions, 'log' | 'isAgain'>,
): Promise<void> {
  const orders = new Map([[order.HubId, order]])
  const query = { orderId: Number(order.HubId) }
  for await (const records of orderRecords(run.hub, 'cancellation', query)) {
    await carry(run, shop, records, { ...options, orders })
  }
}

interface CarryOptions {
  readonly log: ProblemLog
  /** The orders that the shop has, by their ids in the hub. */
  readonly orders: ReadonlyMap<string, LinkedOrder>
  /** Whether the shop has lost the order, and its cancellations with it. */
  readonly isAgain?: boolean
}

async function carry(
  run: StepRun,
  shop: MerchantShop,
  records: readonly Cancellation[],
  { log, orders, isAgain = false }: CarryOptions,
): Promise<void> {
  const done = await pairsByHubId(run, 'cancellation', isAgain ? [] : idsOf(records))
  for (const cancellation of records) {
    if (run.isOver()) break
    const order = orders.get(String(cancellation.OrderId))
    if (order === undefined) continue
    if (done.get(String(cancellation.Id))?.State === 'linked') run.counts.unchanged += 1
    else await writeCancellation(run, shop, cancellation, order, log)
  }
}

async function writeCancellation(
  run: StepRun,
  shop: MerchantShop,
  cancellation: Cancellation,
  pair: LinkedOrder,
  log: ProblemLog,
): Promise<void> {
  const hubId = String(cancellation.Id)
  const key: RecordKey = { Kind: 'cancellation', HubId: hubId }
  const [name = ''] = keysOf(key)
  if (shop.writeCancellation === undefined || pair.ShopId === null) return
  if (run.state.held.has(name, pair.ShopId)) return
  const order = await readOrder(run, pair.HubId)
  if (order === undefined) return
  if (run.isDryRun) {
    const text = `Cancellation ${cancellation.MerchantReference} of order ${order.ChannelReference}.`
    return run.propose({ action: 'create', hubId, text })
  }
  await storePairs(run, [{ Kind: 'cancellation', HubId: hubId, ShopId: null, State: 'creating' }])
  const outcome = await shop.writeCancellation({
    shopOrderId: pair.ShopId,
    cancellation,
    units: unitsOf(order, pair, cancellation.Lines),
    mark: mark(run, 'cancellation', cancellation.MerchantReference),
  })
  if ('problem' in outcome) {
    // Also after it was tried with a new order, this step tries it again.
    run.state.held.add(STEP, name, pair.ShopId)
    noteLeft(run, STEP)
    return log.add(key, outcome.problem, pair.HubId)
  }
  const done = { ShopId: outcome.done, Fingerprint: contentOf(pair) }
  await storeReleased(run, { Kind: 'cancellation', HubId: hubId, State: 'linked', ...done })
  run.counts.written += 1
  log.solve(key)
}

/** Units of lines of the hub, by the shop's ids of the lines. */
export function unitsOf(
  order: Pick<Order, 'Lines'>,
  pair: Pick<LinkedOrder, 'Data'>,
  lines: readonly Pick<Schemas['LineResponse'], 'ChannelOrderLineReference' | 'Quantity'>[],
): readonly ShopUnits[] {
  const data = orderDataOf(pair)
  const ids = new Map(order.Lines.map(({ Id, ChannelReference }) => [ChannelReference, Id]))
  return lines.flatMap(({ ChannelOrderLineReference, Quantity }) => {
    const shopLineId = data.lines[String(ids.get(ChannelOrderLineReference))]
    return shopLineId === undefined ? [] : [{ shopLineId, quantity: Quantity }]
  })
}
