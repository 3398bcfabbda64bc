/** Who has a key or a webhook. */
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../channels/queries.ts'
import { useSession } from '../hub/session.tsx'

/** Returns for whom a record is: the merchant, or a channel by its name. */
export function useReader(): (record: { readonly ChannelId: number | null }) => string {
  const session = useSession()
  const { data } = useQuery({ ...channelsQuery(session), enabled: session.may('channels:read') })
  return ({ ChannelId: id }) =>
    id === null ? 'Your business' : (data?.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`)
}
