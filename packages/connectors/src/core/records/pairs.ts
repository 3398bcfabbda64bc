/** Pairs: which record of the hub is which record of the shop. */
import type { Input, Output } from '@entrepot/client'
import { chunks } from './chunks.ts'
import { isRecordRefusal } from './hub.ts'
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

/** The ids of records of the hub, as pairs have them. */
export function idsOf(records: readonly { readonly Id: number }[]): string[] {
  return records.map(({ Id }) => String(Id))
}

/** The pairs of records of the hub, by their ids there. */
export async function pairsByHubId(
  run: StepRun,
  kind: PairKind,
  hubIds: readonly string[],
): Promise<Map<string, Pair>> {
  const pairs = await readPairs(run, kind, 'hubId', hubIds)
  return new Map(pairs.map((pair) => [pair.HubId, pair]))
}

/** The pairs of records of the shop, by their ids there. */
export async function pairsByShopId(
  run: StepRun,
  kind: PairKind,
  shopIds: readonly string[],
): Promise<Map<string, Pair>> {
  const pairs = await readPairs(run, kind, 'shopId', shopIds)
  return new Map(pairs.flatMap((pair) => (pair.ShopId === null ? [] : [[pair.ShopId, pair]])))
}

async function readPairs(
  run: StepRun,
  kind: PairKind,
  side: 'hubId' | 'shopId',
  ids: readonly string[],
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const part of chunks([...new Set(ids)], MAX_IDS)) {
    const query = { id: run.connection.Id, kind, [side]: part, pageSize: MAX_IDS }
    pairs.push(...(await run.hub.call('listConnectionPairs', query)))
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

/** The pairs to store, after the release of the id by another record that a restored shop has lost. */
export function releaseOf(
  former: Pair | undefined,
  stored: readonly PairToStore[],
): readonly PairToStore[] {
  const isOther = former !== undefined && stored.some(({ HubId }) => HubId !== former.HubId)
  if (!isOther) return stored
  return [{ Kind: former.Kind, HubId: former.HubId, ShopId: null, State: 'removed' }, ...stored]
}

/** Stores a pair with an id that a shop, which was restored from a backup, can have given again: the mark says whose the id is now. */
export async function storeReleased(
  run: StepRun,
  pair: PairToStore & { readonly ShopId: string | null },
): Promise<void> {
  try {
    await storePairs(run, [pair])
  } catch (error) {
    if (!isRecordRefusal(error) || pair.ShopId === null) throw error
    const former = (await pairsByShopId(run, pair.Kind, [pair.ShopId])).get(pair.ShopId)
    if (former === undefined || former.HubId === pair.HubId) throw error
    await storePairs(run, releaseOf(former, [pair]))
  }
}
