import { useQuery } from '@tanstack/react-query'
import { TabCount } from '../../components/page/tab-count.tsx'
import { useSession } from '../../hub/session.tsx'
import { waitingCallsQuery } from '../../hub/waiting-calls-query.ts'

/** How many calls of agents wait for a person. */
export function WaitingCount() {
  const { data } = useQuery(waitingCallsQuery(useSession()))
  return <TabCount count={data?.length} />
}
