import type { Output } from '@entrepot/client'
import { callQuery } from './call-query.ts'
import type { Session } from './session.tsx'

/** A call of an agent that waits for a person. */
export type WaitingCall = Output<'listAgentApprovals'>[number]

/** As many as are counted. */
const MANY_CALLS = 1_000

/** The calls of agents that wait for a person, the newest first. The time of one ends without anybody, so they are read every minute. */
export function waitingCallsQuery(session: Session) {
  const input = { status: 'PENDING', pageSize: MANY_CALLS } as const
  return {
    ...callQuery(session, ['approvals', 'waiting'], 'listAgentApprovals', input),
    refetchInterval: 60_000,
  }
}
