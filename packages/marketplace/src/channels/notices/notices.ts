/** Notifies channels that there is something to fetch, by the event `sync.pending`. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { runAfterCommits } from '../../kit/events/after-commits.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { SYSTEM } from '../../kit/principals/actor.ts'
import type { ChannelIds } from '../copy/store.ts'
import { pendingOf } from '../poll/poll.ts'
import { examineChannel } from '../settings/settings.ts'
import { findChannelsToNotify, isNoticeDue, requireDurability } from './store.ts'

/** Channels that are examined in one round. */
const CHANNELS = 100

/**
 * Gives the notices that are due: one to each channel for which there is something to fetch, at most one in 5 seconds, and none before the
 * channel has polled since the last one, except after a quarter of an hour. Several nodes can call it at once.
 *
 * @param customerIds only to channels of these customers. @default of all
 */
export async function givePendingNotices(
  database: Database,
  customerIds?: readonly string[],
): Promise<void> {
  for (const ids of await findChannelsToNotify(database, customerIds, CHANNELS))
    await giveNotice(database, ids)
}

/** Compares the products of a channel, and gives the notice under the lock of its state. */
async function giveNotice(database: Database, ids: ChannelIds): Promise<void> {
  await examineChannel(database, ids, async (tx, work) => {
    const { create, update, remove, offers } = pendingOf(work)
    if (create + update + remove + offers === 0 || !(await isNoticeDue(tx, ids))) return
    const { customerId, channelId } = ids
    const subject = { kind: 'channel', id: channelId } as const
    await appendEvents(tx, customerId, [
      { type: 'sync.pending', subject, channelId, actor: SYSTEM },
    ])
    await requireDurability(tx)
  })
}

/** How long a node collects writes before it looks for notices, and how often it looks at all channels. */
const TIMES = { collectMs: 1_000, intervalMs: 30_000 }

/** Gives notices soon after the writes of this node, and now and then to all channels, from when the host listens until it closes. */
export function givePendingNoticesInBackground(fastify: FastifyInstance, database: Database): void {
  runAfterCommits(fastify, database, TIMES, 'channels were not notified', async (customerIds) => {
    await givePendingNotices(database, customerIds)
  })
}
