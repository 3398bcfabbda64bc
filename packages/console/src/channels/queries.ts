/** All reads of the pages of channels. */
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../shell/session.tsx'

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
  })
}
