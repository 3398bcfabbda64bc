/** What a webhook is for, in words. */
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { useSession } from '../../hub/session.tsx'
import type { Webhook } from './queries.ts'

/** The types of events that are sent. */
export function typesInWords({ Types }: Pick<Webhook, 'Types'>): string {
  return Types.includes('*') ? 'All events' : Types.join(', ')
}

/** Returns for whom a webhook is: the merchant, or a channel by its name. */
export function useReader(): (webhook: Pick<Webhook, 'ChannelId'>) => string {
  const session = useSession()
  const { data } = useQuery({ ...channelsQuery(session), enabled: session.may('channels:read') })
  return ({ ChannelId: id }) =>
    id === null ? 'Merchant' : (data?.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`)
}
