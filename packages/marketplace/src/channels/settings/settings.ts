/** Reads, changes and resets the settings of channels. */
import { isDeepStrictEqual } from 'node:util'
import {
  type Connection,
  type Database,
  isUniqueViolation,
  type Transaction,
} from '@entrepot/database'
import { updateChannel } from '../../accounts/channels/store.ts'
import { settleMarks } from '../../catalogue/stock/marks.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { takeEffect, takeKeyedEffect } from '../../kit/sql/take-effect.ts'
import { type ChannelWork, openWork } from '../copy/channel-work.ts'
import { ChannelChange, ChannelRequest, type ChannelResponse } from '../copy/schema.ts'
import {
  type ChannelIds,
  findOldestPending,
  findSettings,
  lockState,
  skipDurability,
} from '../copy/store.ts'
import { fromTo } from '../offer-rules/index.ts'
import { lockKeyOf, noSuchChannel, pendingOf } from '../poll/poll.ts'
import { createChannel, refuseName } from './channels.ts'
import type { SyncStatus } from './status-schema.ts'

const issuesOf = compileBody(ChannelChange)
const issuesOfRequest = compileBody(ChannelRequest)

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
 * Creates a channel with its settings. It gets all selected products during its first polls.
 *
 * Refusals: `MARKET_REFERENCE_IN_USE` when another channel has the name; `MARKET_INVALID_INPUT` with every issue.
 *
 * @example
 * await openChannel(database, customerId, { Name: 'Web shop', Selection: { Brands: ['Acme'] } })
 */
export async function openChannel(
  database: Database,
  customerId: string,
  request: ChannelRequest,
  actor: Actor = SYSTEM,
): Promise<ChannelResponse | Refusal> {
  const issues = issuesOfRequest(request)
  if (issues.length > 0) return refuseIssues(issues)
  const { Name: name, OffersInData, Selection, ...rest } = request
  return await takeEffect(database, async (tx) => {
    const channel = await createChannel(tx, customerId, { name, ...namesOf(rest) }, actor)
    if (isRefusal(channel)) return channel
    const ids = { customerId, channelId: channel.channelId }
    await applySettings(tx, ids, definedOf({ OffersInData, Selection }))
    return await getSettings(tx, ids)
  })
}

/**
 * Changes the settings of a channel. If a setting of the synchronisation changes, products are compared with the new settings during later
 * polls, not at once. The keys of a channel that is not active are refused within a second on every node.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_REFERENCE_IN_USE` when another channel has the name; `MARKET_INVALID_INPUT` with every issue.
 *
 * @example
 * await changeSettings(database, { customerId, channelId }, { Selection: { Brands: ['Acme'] } })
 */
export async function changeSettings(
  database: Database,
  ids: ChannelIds,
  change: ChannelChange,
  actor: Actor = SYSTEM,
): Promise<ChannelResponse | Refusal> {
  const issues = issuesOf(change)
  if (issues.length > 0) return refuseIssues(issues)
  try {
    return await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
      await lockState(tx, ids)
      const before = await getSettings(tx, ids)
      const isKnown = await applySettings(tx, ids, change)
      if (!isKnown) return noSuchChannel(ids.channelId)
      await updateChannel(tx, ids.customerId, ids.channelId, namesOf(change))
      const after = await getSettings(tx, ids)
      await recordChange(tx, ids, before, after, actor)
      return after
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'channels_customer_id_name_key')) throw error
    return refuseName(change.Name as string)
  }
}

/**
 * Deactivates a channel: its keys are refused within a second on every node, so that it gets no products and sends no orders. Its orders,
 * its settings and its name stay, and it can be activated again. Repeating the call changes nothing. Refusal: `MARKET_NOT_FOUND`.
 */
export async function deactivateChannel(
  database: Database,
  ids: ChannelIds,
  actor: Actor = SYSTEM,
): Promise<Refusal | undefined> {
  const changed = await changeSettings(database, ids, { IsActive: false }, actor)
  return isRefusal(changed) ? changed : undefined
}

/** Stores the event of a change, unless nothing has changed. */
async function recordChange(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  before: ChannelResponse | Refusal,
  after: ChannelResponse | Refusal,
  actor: Actor,
): Promise<void> {
  if (isRefusal(before) || isRefusal(after) || isDeepStrictEqual(before, after)) return
  const type = before.IsActive && !after.IsActive ? 'channel.deactivated' : 'channel.updated'
  const subject = { kind: 'channel', id: channelId } as const
  await appendEvents(tx, customerId, [
    {
      type,
      subject,
      channelId,
      actor,
      data: { Name: after.Name, Changes: settingsChanges(before, after) },
    },
  ])
}

/** What differs between two states of the settings, in words. */
function settingsChanges(before: ChannelResponse, after: ChannelResponse): readonly string[] {
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  const list = (names: readonly string[] | undefined) => names?.join(', ') ?? 'all'
  return [
    ...fromTo('Name', before.Name, after.Name),
    ...fromTo('Families', before.Mode, after.Mode),
    ...fromTo(
      'Ships parts of lines',
      yes(before.CanShipPartialOrderLines),
      yes(after.CanShipPartialOrderLines),
    ),
    ...fromTo('Active', yes(before.IsActive), yes(after.IsActive)),
    ...fromTo('Offers in data', yes(before.OffersInData), yes(after.OffersInData)),
    ...(['Brands', 'Categories', 'Products'] as const).flatMap((name) =>
      fromTo(name, list(before.Selection?.[name]), list(after.Selection?.[name])),
    ),
  ]
}

/** Applies the settings of the synchronisation. Returns false if the channel does not exist. */
async function applySettings(
  tx: Transaction,
  ids: ChannelIds,
  { Mode, OffersInData, Selection }: Pick<ChannelChange, 'Mode' | 'OffersInData' | 'Selection'>,
): Promise<boolean> {
  const work = await openWork(tx, ids)
  if (work === undefined) return false
  if (Mode === undefined && OffersInData === undefined && Selection === undefined) return true
  const { state } = work
  Object.assign(state, {
    offersInData: OffersInData ?? state.offersInData,
    selection: Selection === undefined ? state.selection : Selection,
  })
  work.compareAll('settings')
  await work.save()
  return true
}

type Named = Pick<ChannelChange, 'Name' | 'Mode' | 'CanShipPartialOrderLines' | 'IsActive'>

/** The values of a channel itself, by their names in the database. */
function namesOf({ Name, Mode, CanShipPartialOrderLines, IsActive }: Named): Partial<Channel> {
  return definedOf({
    name: Name,
    mode: Mode,
    canShipPartialOrderLines: CanShipPartialOrderLines,
    isActive: IsActive,
  })
}

function definedOf<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}

/**
 * Resets a channel that has lost its products. Every listed product is sent again in ToBeUpdated, and every offer in offers, even if the
 * channel has acknowledged them before. The references of the channel stay. Refusal: `MARKET_NOT_FOUND`.
 */
export async function resetChannel(
  database: Database,
  ids: ChannelIds,
  actor: Actor = SYSTEM,
): Promise<Refusal | undefined> {
  return await takeKeyedEffect(database, lockKeyOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    const channel = await getSettings(tx, ids)
    if (work === undefined || isRefusal(channel)) return noSuchChannel(ids.channelId)
    work.state.epoch += 1
    work.state.resetAnswer = work.state.lastAnswer
    work.compareAll(null)
    await work.save()
    // The channel does not get the event: it is notified that it has something to fetch.
    await appendEvents(tx, ids.customerId, [
      {
        type: 'channel.reset',
        subject: { kind: 'channel', id: ids.channelId },
        channelId: ids.channelId,
        actor,
        data: { Name: channel.Name },
      },
    ])
    return undefined
  })
}

/**
 * Compares the changes since the last poll of a channel, up to 10,000 products, and stores what it must still fetch. It serves no items.
 *
 * @param read is called before the transaction ends
 * @returns what `read` returns. Refusal: `MARKET_NOT_FOUND`
 */
export async function examineChannel<T>(
  database: Database,
  ids: ChannelIds,
  read: (tx: Transaction, work: ChannelWork) => Promise<T>,
): Promise<T | Refusal> {
  const isSettled = await settleMarks(database, ids.customerId)
  return await keyedTransaction(database, lockKeyOf(ids), async (tx) => {
    const work = await openWork(tx, ids)
    if (work === undefined) return noSuchChannel(ids.channelId)
    work.isSettled = isSettled
    await work.examineChanges()
    while (work.state.catalogueAfter !== null && work.mayExamine) await work.examineCatalogue()
    await skipDurability(tx)
    await work.save()
    return await read(tx, work)
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
  return await examineChannel(database, ids, async (tx, work) => {
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
