import type { ShopOrder } from '../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../adapter/outcomes.ts'
import { idsOf, orderDataOf, type Pair, pairsByHubId, storePairs } from '../records/pairs.ts'
import { type ProblemLog, problemLog } from '../records/problems.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import { type StepRun, storeCursors } from '../records/step-run.ts'
import { carryCancellationsOf } from './cancellations.ts'
import {
  findOrder,
  linkedOrder,
  linkOrder,
  type Order,
  type OrderShop,
  productIdsOf,
  readOrder,
  writeOrder,
} from './order-records.ts'

/** Orders that the hub still expects the shop to ship. */
const OPEN = ['IN_PROGRESS', 'IN_BACKORDER'] as const

/** Orders in a row that the shop must have, until the older ones are believed. */
const ENOUGH = 5

/** The cursor with the place after the newest order that the shop has lost. It exists until all of them are noted. */
const RECOVERED = 'orders.recovered'

/**
 * Asks the shop for the newest open orders. If one is missing, the shop was restored from a backup: the missing orders are noted as
 * `creating`, so that {@link settleCreating} writes them again, and the cursors are forgotten, so that everything is compared again. Usually
 * this is one call. No order is written before all are noted, because the shop can give it the id that another one has lost.
 */
export async function recoverOrders(run: StepRun, shop: OrderShop): Promise<void> {
  const { state } = run
  const last = state.cursors.get(RECOVERED)
  let isRestored = last !== undefined
  let found = 0
  for await (const [order, pair] of openOrders(run, Number(last ?? Number.POSITIVE_INFINITY))) {
    if (run.isOver()) return
    if (await isInShop(run, shop, order, pair)) {
      found += 1
      if (!isRestored || found === ENOUGH) break
      continue
    }
    if (!isRestored) await forgetReads(run, order)
    isRestored = true
    found = 0
    await noteLost(run, order, pair)
  }
  if (run.isDryRun) return
  await storeCursors(run, { [RECOVERED]: null })
  state.isVerified = true
}

/** The open orders that the shop should have, the newest first. */
async function* openOrders(
  run: StepRun,
  before: number,
): AsyncGenerator<readonly [Order, Pair], void> {
  const query = { status: OPEN, sort: 'newest', pageSize: 20 } as const
  for await (const page of run.hub.pages('listOrders', query as never)) {
    const orders = (page as readonly Order[]).filter(({ Id }) => Id < before)
    const pairs = await pairsByHubId(run, 'order', idsOf(orders))
    for (const order of orders) {
      const pair = pairs.get(String(order.Id))
      if (pair?.State === 'linked') yield [order, pair]
    }
  }
}

/** Lets every read of the shop begin at its first record, and a recovery that is interrupted go on. */
async function forgetReads(run: StepRun, { Id }: Order): Promise<void> {
  const names = [...run.state.cursors.keys()].filter((name) => !name.startsWith('hub.'))
  const forgotten = Object.fromEntries(names.map((name) => [name, null]))
  await storeCursors(run, { ...forgotten, [RECOVERED]: String(Id + 1) })
  run.state.pages.clear()
}

/** Whether the shop has the order. Its id in the shop can be that of another order by now: the mark decides. */
async function isInShop(run: StepRun, shop: OrderShop, order: Order, pair: Pair): Promise<boolean> {
  const known = await findOrder(run, shop, order, pair.ShopId)
  if (known === undefined) return false
  if (known.shopId !== pair.ShopId && !run.isDryRun) await linkOrder(run, order, known)
  return true
}

/** The data stays with the pair: it says that the shop had the order. */
async function noteLost(run: StepRun, order: Order, { HubId, Data }: Pair): Promise<void> {
  if (run.isDryRun) {
    const text = `Order ${order.ChannelReference}: the shop no longer has it.`
    return run.propose({ action: 'create', hubId: HubId, text })
  }
  await storePairs(run, [{ Kind: 'order', HubId, ShopId: null, State: 'creating', Data }])
  run.state.isUnsettled = true
}

/**
 * Ends intentions whose order is no longer new: it was cancelled or acknowledged meanwhile, or the shop has lost it.
 *
 * @returns how many orders the shop did not take
 */
export async function settleCreating(run: StepRun, shop: OrderShop): Promise<number> {
  const query = { id: run.connection.Id, kind: 'order', state: 'creating' } as const
  const pairs: Pair[] = []
  for await (const page of run.hub.pages('listConnectionPairs', query)) pairs.push(...page)
  const log = problemLog(run)
  let failed = 0
  try {
    for (const pair of pairs) {
      if (run.isOver()) break
      if (!(await settle(run, shop, pair, log))) failed += 1
    }
  } finally {
    await log.store()
  }
  return failed
}

/** @returns whether the order needs no further attention */
async function settle(
  run: StepRun,
  shop: OrderShop,
  pair: Pair,
  log: ProblemLog,
): Promise<boolean> {
  const order = await readOrder(run, pair.HubId)
  if (order?.Status === 'NEW' || order?.Status === 'REQUIRES_CORRECTION' || run.isDryRun)
    return true
  const key: RecordKey = { Kind: 'order', HubId: pair.HubId }
  const isLost = orderDataOf(pair).reference !== ''
  const found = order && (await findOrWrite(run, shop, order, isLost))
  if (order === undefined || found === undefined) {
    await storePairs(run, [{ Kind: 'order', HubId: pair.HubId, ShopId: null, State: 'removed' }])
  } else if ('done' in found) {
    const linked = linkedOrder(order, found.done)
    await carryCancellationsOf(run, shop, linked, { log, isAgain: isLost })
    // After a crash before this, the order is found, and its cancellations are carried over again.
    if (run.isOver()) return false
    await linkOrder(run, order, found.done)
  } else {
    if (found.problem !== HELD) log.add(key, found.problem)
    return false
  }
  log.solve(key)
  return true
}

/** The shop has refused the order a while ago, and its problem is known. */
const HELD: RecordProblem = { code: 'held', message: '', remedy: '' }

/** The order of the shop. One that the shop has lost is written again while it is open. @returns undefined if there is none */
async function findOrWrite(
  run: StepRun,
  shop: OrderShop,
  order: Order,
  isLost: boolean,
): Promise<Outcome<ShopOrder> | undefined> {
  const known = await findOrder(run, shop, order)
  if (known !== undefined) return { done: known }
  if (!isLost || !OPEN.some((status) => status === order.Status)) return undefined
  const [name = ''] = keysOf({ Kind: 'order', HubId: String(order.Id) })
  if (run.state.held.has(name, order.UpdatedAt)) return { problem: HELD }
  const outcome = await writeOrder(run, shop, order, await productIdsOf(run, [order]))
  if ('problem' in outcome) run.state.held.add(run.step, name, order.UpdatedAt)
  else run.counts.written += 1
  return outcome
}
