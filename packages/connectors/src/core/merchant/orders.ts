import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal } from '../records/hub.ts'
import { idsOf, orderDataOf, type Pair, pairsByHubId, storePairs } from '../records/pairs.ts'
import { type ProblemLog, problemLog, refusedByHub } from '../records/problems.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import type { StepRun } from '../records/step-run.ts'
import { carryCancellationsOf } from './cancellations.ts'
import { noteDeparture } from './departures.ts'
import {
  findOrder,
  type LinkedOrder,
  linkOrder,
  type Order,
  type OrderShop,
  productIdsOf,
  writeOrder,
} from './order-records.ts'
import { recoverOrders, settleCreating } from './recover-orders.ts'

/** Orders of one page: their intentions are stored together. */
const PAGE_SIZE = 50

export async function syncOrders(run: StepRun, shop: OrderShop): Promise<void> {
  if (!run.state.isVerified) await recoverOrders(run, shop)
  if (run.isOver()) return
  const isOpen = run.state.isUnsettled
  // Pairs in the state `creating` stay where this run fails.
  run.state.isUnsettled = true
  let failed = isOpen ? await settleCreating(run, shop) : 0
  const query = { status: ['NEW'], pageSize: PAGE_SIZE } as const
  for await (const orders of run.hub.pages('listOrders', query as never)) {
    run.counts.read += orders.length
    failed += await writePage(run, shop, orders as readonly Order[])
    if (run.isOver()) return
  }
  run.state.isUnsettled = failed > 0
}

const keyOf = (order: Order): RecordKey => ({ Kind: 'order', HubId: String(order.Id) })

/** @returns how many orders the shop did not take */
async function writePage(run: StepRun, shop: OrderShop, orders: readonly Order[]): Promise<number> {
  const pairs = await pairsByHubId(run, 'order', idsOf(orders))
  const isHeld = (order: Order) =>
    pairs.get(String(order.Id))?.State !== 'linked' &&
    run.state.held.has(keysOf(keyOf(order))[0] ?? '', contentOf(order))
  const waiting = orders.filter((order) => !isHeld(order))
  const productIds = await productIdsOf(run, waiting)
  await storePairs(
    run,
    waiting
      .filter(({ Id }) => isGone(pairs.get(String(Id))))
      .map(({ Id }) => ({ Kind: 'order', HubId: String(Id), ShopId: null, State: 'creating' })),
  )
  const log = problemLog(run)
  const before = run.counts.failed
  try {
    for (const order of waiting) {
      if (run.isOver()) break
      await writeOne(run, shop, order, { pair: pairs.get(String(order.Id)), productIds, log })
    }
  } finally {
    await log.store()
  }
  return run.counts.failed - before + orders.length - waiting.length
}

const isGone = (pair: Pair | undefined) => pair === undefined || pair.State === 'removed'

/** What of an order decides whether a shop takes it. */
const contentOf = ({ UpdatedAt, Lines }: Order) => fingerprint([UpdatedAt, Lines.length])

interface WriteOptions {
  readonly pair: Pair | undefined
  readonly productIds: ReadonlyMap<string, string>
  readonly log: ProblemLog
}

async function writeOne(
  run: StepRun,
  shop: OrderShop,
  order: Order,
  { pair, productIds, log }: WriteOptions,
): Promise<void> {
  if (run.isDryRun) {
    run.counts.unchanged += pair?.State === 'linked' ? 1 : 0
    const text = `Order ${order.ChannelReference} of ${order.ChannelName} with ${order.Lines.length} lines.`
    if (pair?.State !== 'linked') run.propose({ action: 'create', hubId: String(order.Id), text })
    return
  }
  if (pair?.State === 'linked') return await acknowledge(run, shop, order, pair, log)
  const known = mayExist(run, order, pair) ? await findOrder(run, shop, order) : undefined
  const outcome =
    known === undefined ? await writeOrder(run, shop, order, productIds) : { done: known }
  if ('problem' in outcome) {
    run.state.held.add(run.step, keysOf(keyOf(order))[0] ?? '', contentOf(order))
    return log.add(keyOf(order), outcome.problem)
  }
  const linked = await linkOrder(run, order, outcome.done)
  run.counts.written += 1
  await acknowledge(run, shop, order, linked, log)
}

/** Whether the shop can have the order although no pair says so. */
function mayExist(run: StepRun, order: Order, pair: Pair | undefined): boolean {
  return !isGone(pair) || order.CreatedAt <= run.state.freshSince
}

/**
 * Carries over what was cancelled before, and then tells the hub that the merchant has the order: after a crash between the two, the order is
 * still new, and comes again.
 */
async function acknowledge(
  run: StepRun,
  shop: OrderShop,
  order: Order,
  linked: LinkedOrder,
  log: ProblemLog,
): Promise<void> {
  const key = keyOf(order)
  if (order.Lines.some(({ CancelledQuantity }) => CancelledQuantity > 0)) {
    await carryCancellationsOf(run, shop, linked, { log })
  }
  if (run.isOver()) return
  try {
    await acknowledgeAs(run, order, orderDataOf(linked).reference)
    const references = order.Lines.map((line) => line.MerchantProductReference)
    noteDeparture(run, 'acknowledgement', references)
    log.solve(key)
  } catch (error) {
    if (!isRecordRefusal(error)) throw error
    log.add(key, refusedByHub('the acknowledgement of the order', error))
  }
}

/** Gives the order the number of the shop. If another order of the hub has it, the hub chooses a similar one. */
async function acknowledgeAs(
  { hub }: StepRun,
  { Id: OrderId }: Order,
  reference: string,
): Promise<void> {
  try {
    const body = { OrderId, ...(reference !== '' && { MerchantOrderReference: reference }) }
    await hub.call('acknowledgeOrder', { body })
  } catch (error) {
    if (!isRecordRefusal(error) || error.code !== 'MARKET_REFERENCE_IN_USE') throw error
    await hub.call('acknowledgeOrder', { body: { OrderId } })
  }
}
