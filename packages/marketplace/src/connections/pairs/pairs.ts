/** Pairs: which record of the hub is which record of the shop. */
import type { Database } from '@entrepot/database'
import { type Issue, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { isStorableJson } from '../../kit/shared/storable.ts'
import { type FencedWrite, writeFenced } from '../fence.ts'
import { addCounts } from '../store.ts'
import { MAX_DATA_BYTES, type PairRequest } from './schema.ts'
import { findTaken, type PairChanges, savePairs } from './store.ts'

/**
 * Stores all pairs, or none of them.
 *
 * Refusals: those of `writeFenced`; `MARKET_INVALID_INPUT` for a record that is named twice; `MARKET_CONNECTION_PAIR_TAKEN` if a record of
 * the shop is paired with another record.
 */
export async function storePairs(
  database: Database,
  write: FencedWrite,
  pairs: readonly PairRequest[],
): Promise<PairChanges | Refusal> {
  const issues = pairIssues(pairs)
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = write.owner
  return await writeFenced<PairChanges>(database, write, async (tx) => {
    const taken = await findTaken(tx, customerId, write.connectionId, pairs)
    if (taken !== undefined) {
      const detail = `${JSON.stringify(taken.shopId)} of the shop is the ${taken.kind} ${JSON.stringify(taken.hubId)} already. Nothing was stored. Store that one as removed without ShopId first, if it is no longer right.`
      return refuse('MARKET_CONNECTION_PAIR_TAKEN', detail)
    }
    const changes = await savePairs(tx, customerId, write.connectionId, pairs)
    if (changes.creating !== 0 || Object.keys(changes.linked).length > 0)
      await addCounts(tx, customerId, write.connectionId, changes)
    return changes
  })
}

/** What is wrong with pairs that are stored together. */
export function pairIssues(pairs: readonly PairRequest[]): readonly Issue[] {
  const issues: Issue[] = []
  const hubIds = new Set<string>()
  const shopIds = new Set<string>()
  for (const [index, { Kind, HubId, ShopId, State, Data }] of pairs.entries()) {
    const at = `/Pairs/${index}`
    if (!add(hubIds, `${Kind} ${HubId}`))
      issues.push({ path: `${at}/HubId`, message: 'must not be the same record again' })
    if (ShopId && !add(shopIds, `${Kind} ${ShopId}`))
      issues.push({ path: `${at}/ShopId`, message: 'must not be the same record again' })
    if (State === 'linked' && !ShopId)
      issues.push({ path: `${at}/ShopId`, message: 'must be given for a record that is linked' })
    if (Data && Buffer.byteLength(JSON.stringify(Data)) > MAX_DATA_BYTES) {
      const message = `must have at most ${MAX_DATA_BYTES} bytes as JSON`
      issues.push({ path: `${at}/Data`, message })
    } else if (!isStorableJson(Data)) {
      issues.push({ path: `${at}/Data`, message: 'must have names and texts without NUL' })
    }
  }
  return issues
}

function add(set: Set<string>, value: string): boolean {
  if (set.has(value)) return false
  set.add(value)
  return true
}
