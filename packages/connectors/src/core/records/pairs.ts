/** Pairs: which record of the hub is which record of the shop. */
import type { Input, Output } from '@entrepot/client'
import { chunks } from './chunks.ts'
import type { PairKind } from './record-key.ts'
import type { StepRun } from './step-run.ts'
import { toUrl } from './texts.ts'

export type Pair = Output<'listConnectionPairs'>[number]
export type PairToStore = NonNullable<Input<'storeConnectionPairs'>['body']>['Pairs'][number]

/** Ids of one call. */
const MAX_IDS = 100

/** Pairs of one call. */
const MAX_PAIRS = 1_000

/** What is stored with the pair of an order. */
export interface OrderData {
  /** The number that people in the shop know. */
  readonly reference: string
  /** The shop's id of each line, by the id of the line in the hub. */
  readonly lines: Readonly<Record<string, string>>
  /** Of an order of a channel's shop that can give its id again. */
  readonly identity?: string
}

/** The pairs of records of the hub, by their ids there. */
export async function pairsByHubId(
  run: StepRun,
  kind: PairKind,
  hubIds: readonly string[],
): Promise<Map<string, Pair>> {
  const pairs = new Map<string, Pair>()
  for (const hubId of chunks([...new Set(hubIds)], MAX_IDS)) {
    const query = { id: run.connection.Id, kind, hubId, pageSize: MAX_IDS }
    for (const pair of await run.hub.call('listConnectionPairs', query)) {
      pairs.set(pair.HubId, pair)
    }
  }
  return pairs
}

/** The pairs of records of the shop, by their ids there. */
export async function pairsByShopId(
  run: StepRun,
  kind: PairKind,
  shopIds: readonly string[],
): Promise<Map<string, Pair>> {
  const pairs = new Map<string, Pair>()
  for (const shopId of chunks([...new Set(shopIds)], MAX_IDS)) {
    const query = { id: run.connection.Id, kind, shopId, pageSize: MAX_IDS }
    for (const pair of await run.hub.call('listConnectionPairs', query)) {
      if (pair.ShopId !== null) pairs.set(pair.ShopId, pair)
    }
  }
  return pairs
}

/** Stores pairs. A dry run stores none. */
export async function storePairs(run: StepRun, pairs: readonly PairToStore[]): Promise<void> {
  if (run.isDryRun) return
  for (const part of chunks(pairs, MAX_PAIRS)) {
    const Pairs = part.map(withUrl)
    const body = { Lease: run.lease, Pairs }
    await run.hub.call('storeConnectionPairs', { id: run.connection.Id, body })
  }
}

function withUrl(pair: PairToStore): PairToStore {
  return pair.Url === undefined ? pair : { ...pair, Url: toUrl(pair.Url ?? undefined) }
}

/** What the hub has as data of the pair of an order. */
export function orderDataOf(pair: Pick<Pair, 'Data'>): OrderData {
  const { reference = '', lines = {}, identity } = (pair.Data ?? {}) as Partial<OrderData>
  return { reference, lines, ...(identity !== undefined && { identity }) }
}
