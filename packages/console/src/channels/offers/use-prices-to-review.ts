import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../hub/overview-query.ts'
import { useSession } from '../../hub/session.tsx'

/** How many prices wait for a person: of a channel, or of all. Undefined until it is known, or if the role may not see them. */
export function usePricesToReview(channelId?: number): number | undefined {
  const { data } = useQuery(overviewQuery(useSession()))
  return data?.Offers?.ToReview.filter(
    ({ ChannelId }) => channelId === undefined || ChannelId === channelId,
  ).reduce((sum, { Count }) => sum + Count, 0)
}
