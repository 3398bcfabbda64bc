/** The stops of agents that are in force. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** A stop of an agent, or of all. */
export type AgentStop = Output<'listAgentStops'>[number]

const MOST = 1_000

/** All stops in force, the oldest first. */
export function stopsQuery(session: Session) {
  return callQuery(session, ['agents', 'stops'], 'listAgentStops', { pageSize: MOST })
}

/** The stop of all agents, if there is one. Pure. */
export function stopOfAll(stops: readonly AgentStop[] | undefined): AgentStop | undefined {
  return stops?.find(({ AgentId }) => AgentId === null)
}
