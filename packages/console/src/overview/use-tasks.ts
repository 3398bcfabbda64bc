import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../hub/overview-query.ts'
import { useSession } from '../hub/session.tsx'
import { waitingCallsQuery } from '../hub/waiting-calls-query.ts'
import { waitingAgentsQuery } from './queries.ts'
import { type Task, tasksOf } from './tasks.ts'

/**
 * What needs the person. Undefined until the statistics are read.
 *
 * @param enabled whether the hub is asked already
 */
export function useTasks(enabled = true): readonly Task[] | undefined {
  const session = useSession()
  const { data: overview } = useQuery({ ...overviewQuery(session), enabled })
  const mayDecide = enabled && session.may('agents:write')
  const { data: waiting } = useQuery({ ...waitingAgentsQuery(session), enabled: mayDecide })
  const mayRead = enabled && session.may('agents:read')
  const { data: calls } = useQuery({ ...waitingCallsQuery(session), enabled: mayRead })
  return overview && tasksOf(overview, (mayDecide && waiting) || [], calls)
}
