import { useQuery } from '@tanstack/react-query'
import { useSession } from '../hub/session.tsx'
import { overviewQuery, waitingAgentsQuery, waitingCallsQuery } from './queries.ts'
import { type Task, tasksOf } from './tasks.ts'

/** What needs the person. Undefined until the statistics are read. */
export function useTasks(): readonly Task[] | undefined {
  const session = useSession()
  const { data: overview } = useQuery(overviewQuery(session))
  const mayDecide = session.may('agents:write')
  const { data: waiting } = useQuery({ ...waitingAgentsQuery(session), enabled: mayDecide })
  const mayRead = session.may('agents:read')
  const { data: calls } = useQuery({ ...waitingCallsQuery(session), enabled: mayRead })
  return overview && tasksOf(overview, (mayDecide && waiting) || [], calls)
}
