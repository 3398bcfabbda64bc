/** The stops of agents that are in force. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** A stop of an agent, or of all. */
export type AgentStop = Output<'listAgentStops'>[number]

const MOST = 1_000

/** All stops in force, the oldest first. */
export function stopsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['agents', customer, 'stops'],
    queryFn: async ({ signal }) => await client.listAgentStops({ pageSize: MOST }, { signal }),
  })
}

/** The stop of all agents, if there is one. Pure. */
export function stopOfAll(stops: readonly AgentStop[] | undefined): AgentStop | undefined {
  return stops?.find(({ AgentId }) => AgentId === null)
}
