/** Reads, changes and resets the settings of channels. */
import type { Connection, Database } from '@entrepot/database'
import { setMode } from '../channels/store.ts'
import { type Refusal, refuseFaults } from '../shared/errors.ts'
import { transactionInLane } from '../shared/lane-transaction.ts'
import { compileBody } from '../shared/validation.ts'
import { openWork } from './channel-work.ts'
import { laneOf, noSuchChannel, pendingOf } from './poll.ts'
import { ChannelChange, type ChannelResponse, type SyncStatus } from './schema.ts'
import { type ChannelIds, findOldestPending, findSettings, skipDurability } from './store.ts'

const faultsOf = compileBody(ChannelChange)

/** Reads all channels of a customer, oldest first. */
export async function listSettings(
  connection: Connection,
  customerId: string,
): Promise<readonly ChannelResponse[]> {
  return await findSettings(connection, customerId)
}

/** Reads one channel. Refusal: `MARKET_NOT_FOUND`. */
export async function getSettings(
  connection: Connection,
  { customerId, channelId }: ChannelIds,
): Promise<ChannelResponse | Refusal> {
  const [settings] = await findSettings(connection, customerId, channelId)
  return settings ?? noSuchChannel(channelId)
}

/**
 * Changes the settings of a channel. Products are compared with the new settings during later polls, not at once.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT` with every fault.
 *
 * @example
 * await changeSettings(database, { customerId, channelId }, { Selection: { Brands: ['Acme'] } })
 */
export async function changeSettings(
  database: Database,
  ids: ChannelIds,
  change: ChannelChange,
): Promise<ChannelResponse | Refusal> {
  const faults = faultsOf(change)
  if (faults.length > 0) return refuseFaults(faults)
  return await transactionInLane(database, laneOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    const { state } = work
    const {
      Mode = state.mode,
      OffersInData = state.offersInData,
      Selection = state.selection,
    } = change
    await setMode(tx, ids.customerId, ids.channelId, Mode)
    Object.assign(state, { offersInData: OffersInData, selection: Selection, catalogueAfter: '' })
    await work.save()
    return await getSettings(tx, ids)
  })
}

/**
 * Resets a channel that has lost its products. Every listed product is sent again in ToBeUpdated, and every offer in offers, even if the
 * channel has acknowledged them before. The references of the channel stay. Refusal: `MARKET_NOT_FOUND`.
 */
export async function resetChannel(
  database: Database,
  ids: ChannelIds,
): Promise<Refusal | undefined> {
  return await transactionInLane(database, laneOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    work.state.epoch += 1
    work.state.resetAnswer = work.state.lastAnswer
    work.state.catalogueAfter = ''
    await work.save()
    return undefined
  })
}

/**
 * Reads the progress of a channel. First compares the changes since the last poll, up to 10,000 products. If there are more, `IsComplete`
 * is false and the numbers may grow. It serves no items. Refusal: `MARKET_NOT_FOUND`.
 */
export async function getSyncStatus(
  database: Database,
  ids: ChannelIds,
): Promise<SyncStatus | Refusal> {
  return await transactionInLane(database, laneOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    await work.examineChanges()
    while (work.state.catalogueAfter !== null && work.mayExamine) await work.examineCatalogue()
    await skipDurability(tx)
    await work.save()
    const oldest = await findOldestPending(tx, ids)
    const { create, update, remove, offers, isComplete } = pendingOf(work)
    return {
      Listed: work.state.listed,
      ToBeCreated: create,
      ToBeUpdated: update,
      ToBeRemoved: remove,
      Offers: offers,
      IsComplete: isComplete,
      LastPoll: work.state.polledAt?.toISOString() ?? null,
      LastAcknowledgement: work.state.acknowledgedAt?.toISOString() ?? null,
      OldestPending: oldest?.toISOString() ?? null,
    }
  })
}
