/** All reads of the pages of channels. */
import type { Output } from '@entrepot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dayOf } from '../components/values/days.ts'
import { readPage } from '../hub/api.ts'
import { callQuery } from '../hub/call-query.ts'
import type { Session } from '../hub/session.tsx'

/** A channel as the hub answers it. */
export type Channel = Output<'getChannel'>

/** How far a channel is. */
export type SyncState = Output<'getChannelSync'>

/** There is no event for what a channel fetches, so it is polled in this interval of milliseconds. */
export const SYNC_INTERVAL_MS = 10_000

/** All channels. */
export function channelsQuery(session: Session) {
  return callQuery(session, ['channels', 'list'], 'listChannels', {})
}

/** One channel. */
export function channelQuery(session: Session, id: number) {
  return callQuery(session, ['channels', 'one', id], 'getChannel', { id })
}

/** How far a channel has come. */
export function syncQuery(session: Session, id: number) {
  return {
    ...callQuery(session, ['channels', 'sync', id], 'getChannelSync', { id }),
    refetchInterval: SYNC_INTERVAL_MS,
  }
}

/** How many orders the hub has stored of a channel today. */
export function ordersTodayQuery(session: Session, id: number) {
  const input = { channelId: id, createdSince: dayOf(Date.now(), session.timeZone) }
  return callQuery(session, ['orders', 'today', input], 'countOrders', input)
}

/** Most products and offers of a preview. */
export const PREVIEW_ITEMS = 100

/** What the next polls would answer. */
export function previewQuery(session: Session, id: number) {
  const input = { id, maxCount: PREVIEW_ITEMS }
  return callQuery(session, ['channels', 'preview', id], 'previewChannelSync', input)
}

/** Events that one answer can contain. A channel has few: they report changes of its settings. */
const MAX_EVENTS = 1_000

/** The events about a channel, the newest first: what people and programs have changed. */
export function channelEventsQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['channels', customer, 'events', id],
    queryFn: async ({ signal }) => {
      const input = { subject: `channel:${id}`, pageSize: MAX_EVENTS }
      return (await client.listEvents(input, { signal })).toReversed()
    },
  })
}

/** Keys that one answer can contain. */
const MAX_KEYS = 1_000

/** The keys of a channel that are valid. */
export function channelKeysQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['keys', customer, 'of-channel', { id }],
    queryFn: async ({ signal }) => {
      const keys = await client.listKeys({ pageSize: MAX_KEYS }, { signal })
      return keys.filter(({ ChannelId, State }) => ChannelId === id && State === 'good')
    },
  })
}

const LOG_ENTRIES = 20

/** What a channel has polled and acknowledged, the newest first. */
export function syncLogQuery({ client, customer }: Session, id: number) {
  return infiniteQueryOptions({
    queryKey: ['channels', customer, 'sync-log', id],
    queryFn: async ({ signal, pageParam }) =>
      await readPage(
        client,
        'listSyncLog',
        { id, pageSize: LOG_ENTRIES, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: SYNC_INTERVAL_MS,
  })
}
