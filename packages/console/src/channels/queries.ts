/** All reads of the pages of channels. */
import type { Input, Output } from '@entrepot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dayOf } from '../components/values/days.ts'
import { readPage } from '../hub/api.ts'
import type { Session } from '../hub/session.tsx'

/** A channel as the hub answers it. */
export type Channel = Output<'getChannel'>

/** How far a channel is. */
export type SyncState = Output<'getChannelSync'>

/** There is no event for what a channel fetches, so it is polled in this interval of milliseconds. */
export const SYNC_INTERVAL_MS = 10_000

/** All channels. */
export function channelsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['channels', customer, 'list'],
    queryFn: async ({ signal }) => await client.listChannels({}, { signal }),
  })
}

/** One channel. */
export function channelQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['channels', customer, 'one', id],
    queryFn: async ({ signal }) => await client.getChannel({ id }, { signal }),
  })
}

/** How far a channel has come. */
export function syncQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['channels', customer, 'sync', id],
    queryFn: async ({ signal }) => await client.getChannelSync({ id }, { signal }),
    refetchInterval: SYNC_INTERVAL_MS,
  })
}

/** How many orders the hub has stored of a channel today. */
export function ordersTodayQuery({ client, customer, timeZone }: Session, id: number) {
  const createdSince = dayOf(Date.now(), timeZone)
  const input = { channelId: id, createdSince } satisfies Input<'countOrders'>
  return queryOptions({
    queryKey: ['orders', customer, 'today', input],
    queryFn: async ({ signal }) => await client.countOrders(input, { signal }),
  })
}

/** Most products and offers of a preview. */
export const PREVIEW_ITEMS = 100

/** What the next polls would answer. */
export function previewQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['channels', customer, 'preview', id],
    queryFn: async ({ signal }) =>
      await client.previewChannelSync({ id, maxCount: PREVIEW_ITEMS }, { signal }),
  })
}

/** The latest events about a channel: what people and programs have changed. */
export function channelEventsQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['channels', customer, 'events', id],
    queryFn: async ({ signal }) => await readEvents(client, `channel:${id}`, signal),
  })
}

/** Events that one answer can contain. */
const MAX_EVENTS = 1_000

/** A channel has few events: they report changes of its settings. The newest first. */
async function readEvents(client: Session['client'], subject: string, signal: AbortSignal) {
  const events = await client.listEvents({ subject, pageSize: MAX_EVENTS }, { signal })
  return events.toReversed()
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
  })
}
