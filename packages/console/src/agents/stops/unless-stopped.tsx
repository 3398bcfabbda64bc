import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dot } from '../../components/values/dot.tsx'
import { useSession } from '../../hub/session.tsx'
import { stopsQuery } from './queries.ts'

/** Shows that an agent is stopped, and its state if it is not. */
export function UnlessStopped({
  agent,
  children,
}: {
  /** The id of the agent at stops. */
  readonly agent: string
  readonly children: ReactNode
}) {
  const { data = [] } = useQuery(stopsQuery(useSession()))
  const isStopped = data.some(({ AgentId }) => AgentId === null || AgentId === agent)
  return isStopped ? <Dot color="red">Stopped</Dot> : children
}
