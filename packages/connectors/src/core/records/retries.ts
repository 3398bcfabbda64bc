/**
 * Records that failed are tried again: which, and from where. A record that failed has a problem, and by its problem it is found again: it is
 * read alone, by the id of its order. Cursors never go back for it. When it happens is said in `held.ts`.
 */
import type { Schemas } from '@entrepot/client'
import { chunks } from './chunks.ts'
import { noteLeft } from './held.ts'
import { type OrderRecords, orderRecords } from './hub.ts'
import { pairsByHubId } from './pairs.ts'
import { problemLog } from './problems.ts'
import { keysOf, type PairKind, type ProblemRecord } from './record-key.ts'
import type { StepRun } from './step-run.ts'

/** Most records of one retry. The others come with the next one. */
const MAX_RECORDS = 200

/** Orders that are processed together. */
const MAX_ORDERS = 20

/** What a retry of records of the shop needs. */
export interface RetryOptions<T> {
  /** Kinds of the records. */
  readonly kinds: readonly PairKind[]
  /** Reads what belongs to one order of the shop. Without it, a record is tried again when the shop changes it. */
  readonly read: ((shopOrderId: string) => Promise<readonly T[]>) | undefined
  process(records: readonly T[]): Promise<unknown>
}

/** Tries the records of the shop again that have a problem: each with all of its order, as the shop has it now. */
export async function retryFromShop<T>(
  run: StepRun,
  { kinds, read, process }: RetryOptions<T>,
): Promise<void> {
  if (read === undefined) return
  const isOurs = ({ Kind, ShopId }: ProblemRecord) => kinds.includes(Kind) && Boolean(ShopId)
  await retry(run, isOurs, async (left) => {
    const orders = await shopOrdersOf(run, left)
    for (const ids of chunks([...new Set(orders.values())], MAX_ORDERS)) {
      const records: T[] = []
      for (const id of ids) {
        if (run.isOver()) return []
        records.push(...(await read(id)))
      }
      run.counts.read += records.length
      await process(records)
    }
    return [...orders.keys()]
  })
}

/** For {@link RetryOptions}, of a method that gives one record of an order, or none. */
export function readOne<T>(read: ((shopOrderId: string) => Promise<T | undefined>) | undefined) {
  if (read === undefined) return undefined
  return async (shopOrderId: string): Promise<readonly T[]> => {
    const record = await read(shopOrderId)
    return record === undefined ? [] : [record]
  }
}

/** The ids in the shop of the orders of records. Those without a known order are not in it: they are tried when the shop changes them. */
async function shopOrdersOf(
  run: StepRun,
  left: readonly ProblemRecord[],
): Promise<ReadonlyMap<ProblemRecord, string>> {
  const hubIds = left.flatMap(({ Kind, OrderId }) =>
    Kind !== 'order' && OrderId ? [String(OrderId)] : [],
  )
  const pairs = await pairsByHubId(run, 'order', hubIds)
  const orderOf = ({ Kind, ShopId, OrderId }: ProblemRecord) =>
    Kind === 'order' ? ShopId : pairs.get(String(OrderId))?.ShopId
  return new Map(
    left.flatMap((one) => {
      const id = orderOf(one)
      return id ? [[one, id] as const] : []
    }),
  )
}

/** Tries the records of the hub again that have a problem. */
export async function retryFromHub<Kind extends keyof OrderRecords>(
  run: StepRun,
  kind: Kind,
  process: (records: readonly OrderRecords[Kind][]) => Promise<unknown>,
): Promise<void> {
  const isOurs = ({ Kind, HubId, OrderId }: ProblemRecord) =>
    Kind === kind && Boolean(HubId && OrderId)
  await retry(run, isOurs, async (left) => {
    const ids = new Set(left.map(({ HubId }) => HubId))
    for (const orderId of new Set(left.map(({ OrderId }) => OrderId ?? 0))) {
      if (run.isOver()) return []
      for await (const page of orderRecords(run.hub, kind, { orderId })) {
        const records = page.filter(({ Id }) => ids.has(String(Id)))
        run.counts.read += records.length
        await process(records)
      }
    }
    return left
  })
}

interface LineUnits {
  readonly ChannelOrderLineReference: string
  readonly Quantity: number
}

/**
 * What is left of a cancellation that the hub has refused: the units that are open there, if as many of the others were cancelled, by
 * whomever, or have come back. Undefined if some were shipped.
 *
 * @param units those of this cancellation, together with those of the cancellations before it
 */
export function restOf(
  { Lines }: Pick<Schemas['OrderResponse'], 'Lines'>,
  units: readonly LineUnits[],
): readonly LineUnits[] | undefined {
  const rest: LineUnits[] = []
  for (const { ChannelOrderLineReference, Quantity } of units) {
    const line = Lines.find((one) => one.ChannelReference === ChannelOrderLineReference)
    if (line === undefined) return undefined
    const open = Math.min(Quantity, line.OpenQuantity)
    const gone = line.CancelledQuantity + line.ReturnedQuantity
    if (gone < Math.min(Quantity, line.Quantity) - open) return undefined
    if (open > 0) rest.push({ ChannelOrderLineReference, Quantity: open })
  }
  return rest
}

/** A record that was tried and does not fail again has no problem any more: it is in order, or it is gone. */
async function retry(
  run: StepRun,
  isOurs: (record: ProblemRecord) => boolean,
  again: (left: readonly ProblemRecord[]) => Promise<readonly ProblemRecord[]>,
): Promise<void> {
  if (!run.isRetry || run.isDryRun || run.isOver()) return
  const { problems } = run.state
  const all = [...new Set(problems.values())].filter(isOurs)
  const left = all.slice(0, MAX_RECORDS)
  if (left.length === 0) return
  if (left.length < all.length) noteLeft(run)
  const tried = await again(left)
  if (run.isOver()) return
  const log = problemLog(run)
  for (const one of tried) {
    if (keysOf(one).some((key) => problems.get(key) === one)) log.solve(one)
  }
  await log.store()
}
