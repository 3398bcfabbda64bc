/** Records of a merchant's shop become records of the hub, under the ids of the shop. */
import { isRecordRefusal } from '../records/hub.ts'
import { type Pair, type PairToStore, pairsByShopId, releaseOf } from '../records/pairs.ts'
import { type ProblemLog, refusedByHub } from '../records/problems.ts'
import type { RecordKey } from '../records/record-key.ts'
import type { StepRun } from '../records/step-run.ts'
import { workOnPage } from '../records/unstored.ts'
import { UnknownLineError } from './lines.ts'
import { type Order, readOrder } from './order-records.ts'
import { isOfOrder, type MadeKind, remember } from './records-of-order.ts'

/** One record of the shop, and how it is stored in the hub. */
export interface ShopRecord {
  readonly kind: MadeKind | 'shipment'
  readonly shopId: string
  /** The pair of its order. */
  readonly order: Pair
  /** What its pair is stored with: the record is done if it is the same. */
  readonly content: string
  /**
   * @param former the pair of its id: of a record that an earlier run began, or of one that a restored shop has lost
   * @returns the id in the hub
   */
  store(order: Order, former: Pair | undefined): Promise<number>
}

/** There is nothing to record, such as a shipment that was taken back before it was read. */
export const NOTHING = 0

/** Stores what the shop has made of orders. Orders that the hub did not make are none of its business. */
export async function storeShopRecords<T extends { readonly shopOrderId: string }>(
  run: StepRun,
  page: readonly T[],
  recordsOf: (one: T, order: Pair) => readonly ShopRecord[],
): Promise<void> {
  const orderIds = page.map(({ shopOrderId }) => shopOrderId)
  const orders = await pairsByShopId(run, 'order', orderIds)
  const records = page.flatMap((one) => {
    const order = orders.get(one.shopOrderId)
    return order === undefined ? [] : recordsOf(one, order)
  })
  const known = await knownOf(run, records)
  await workOnPage(run, async ({ log, stored }) => {
    for (const record of records) {
      if (run.isOver()) break
      const pair = known.get(record.kind)?.get(record.shopId)
      if (pair !== undefined && (await isDone(run, record, pair))) {
        run.counts.unchanged += 1
        await stored.add(...remember(pair, record.content))
      } else await stored.add(...releaseOf(pair, await store(run, record, pair, log)))
    }
  })
}

async function knownOf(run: StepRun, records: readonly ShopRecord[]) {
  const known = new Map<ShopRecord['kind'], ReadonlyMap<string, Pair>>()
  for (const [kind, own] of Map.groupBy(records, (one) => one.kind)) {
    const ids = own.map(({ shopId }) => shopId)
    known.set(kind, await pairsByShopId(run, kind, ids))
  }
  return known
}

/** A shipment can change. The others are done once they are of this order. */
async function isDone(
  run: StepRun,
  { kind, content, order }: ShopRecord,
  pair: Pair,
): Promise<boolean> {
  if (pair.State !== 'linked') return false
  if (pair.Fingerprint === content) return true
  return kind !== 'shipment' && (await isOfOrder(run, kind, pair, order))
}

async function store(
  run: StepRun,
  { kind, shopId, content, order: pair, store: write }: ShopRecord,
  former: Pair | undefined,
  log: ProblemLog,
): Promise<readonly PairToStore[]> {
  const key: RecordKey = { Kind: kind, ShopId: shopId }
  const order = await readOrder(run, pair.HubId)
  if (order === undefined) return []
  if (run.isDryRun) {
    run.propose({ action: 'create', shopId, text: `A ${kind} of order ${order.ChannelReference}.` })
    return []
  }
  try {
    const hubId = await write(order, former)
    run.counts.written += 1
    log.solve(key)
    if (hubId === NOTHING) return []
    const done = { HubId: String(hubId), ShopId: shopId, Fingerprint: content }
    return [{ Kind: kind, State: 'linked', ...done }]
  } catch (error) {
    log.add(
      key,
      problemOf(error, `the ${kind} ${shopId} of order ${order.ChannelReference}`),
      pair.HubId,
    )
    return []
  }
}

function problemOf(error: unknown, what: string) {
  if (error instanceof UnknownLineError) return error.problem
  if (!isRecordRefusal(error)) throw error
  return refusedByHub(what, error)
}
