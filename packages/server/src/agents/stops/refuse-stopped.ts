/** Nothing is done for an agent that is stopped, and nothing is read. */
import { type Caller, type Refusal, refuse } from '@entrepot/marketplace'
import { agentKeyOf } from '../agent-key.ts'
import type { FindState } from '../states/find-states.ts'
import type { AgentState } from '../states/store.ts'

/** Returns why nothing is done for a caller. Undefined for all but agents that are stopped. */
export type RefuseStopped = (
  caller: Pick<Caller, 'customer' | 'actor'>,
) => Promise<Refusal | undefined>

/** Creates {@link RefuseStopped}. */
export function createStopCheck(findState: FindState): RefuseStopped {
  return async ({ customer: { customerId }, actor }) => {
    if (actor.kind !== 'agent') return undefined
    const { stop } = await findState(customerId, agentKeyOf(actor))
    return stop === null ? undefined : refuseFor(stop, customerId)
  }
}

function refuseFor(
  { stopId, isOfAll, reason }: NonNullable<AgentState['stop']>,
  customerId: string,
): Refusal {
  const who = isOfAll
    ? `All agents of customer ${customerId} were stopped`
    : `This agent was stopped at customer ${customerId}`
  // Quoted, so that answers to models mark it as a text of others.
  const why = reason === null ? '' : ` (${JSON.stringify(reason)})`
  const detail = `${who}${why}: it neither reads nor changes anything. Do not try again. A member with the scope agents:write can let it go on, in the console or with DELETE /v2/agent-stops/${stopId}; agents cannot.`
  return refuse('SERVER_AGENT_STOPPED', detail)
}
