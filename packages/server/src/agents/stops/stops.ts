/** Stops agents, and lets them go on. */
import type { Database, Transaction } from '@entrepot/database'
import type { Actor, Caller } from '@entrepot/marketplace'
import { type Refusal, refuse, takeEffect, toActorResponse } from '@entrepot/marketplace/routes'
import { appendAgentEvents } from '../../people/agent-events/append-agent-events.ts'
import { storedActor } from '../../people/stored-actor.ts'
import { isKnownAgent, refuseUnknownAgent } from '../known/known-agents.ts'
import type { AgentStopResponse } from './schema.ts'
import { type AgentStop, endStop, insertStop, selectOpenStop, selectStop } from './store.ts'

type By = Pick<Caller, 'customer' | 'actor'>

/** A stop, and whether it is new. */
export interface StoppedAgent {
  readonly stop: AgentStop
  readonly isNew: boolean
}

/**
 * Stops an agent, or all agents of a customer with null. Every node refuses its calls within two seconds. A stop that is in force already is
 * returned as it is. Refusal: `MARKET_NOT_FOUND`.
 */
export async function stopAgents(
  database: Database,
  { customer: { customerId }, actor }: By,
  agentKey: string | null,
  reason: string | null,
): Promise<StoppedAgent | Refusal> {
  return await takeEffect(database, async (tx) => {
    if (agentKey !== null && !(await isKnownAgent(tx, customerId, agentKey))) {
      return refuseUnknownAgent(agentKey)
    }
    const wanted = { customerId, agentKey, reason, stoppedBy: storedActor(actor) }
    const stop = await insertStop(tx, wanted)
    if (stop === undefined) {
      // It is in force, or has ended just now.
      const open = await selectOpenStop(tx, customerId, agentKey)
      return open ? { stop: open, isNew: false } : STOP_AGAIN
    }
    await appendAgentEvents(tx, customerId, [toEvent('agent.stopped', stop, actor)])
    return { stop, isNew: true }
  })
}

const STOP_AGAIN = refuse(
  'MARKET_UNAVAILABLE',
  'An earlier stop of this agent was ended at the same moment. Send the request again.',
)

/** Ends a stop, so that its agents go on. Repeating it changes nothing. Refusals: `MARKET_NOT_FOUND`, `MARKET_FORBIDDEN` for an agent. */
export async function resumeAgents(
  database: Database,
  { customer: { customerId }, actor }: By,
  stopId: string,
): Promise<AgentStop | Refusal> {
  if (actor.kind === 'agent') return AGENTS_DO_NOT
  return await takeEffect(database, async (tx) => await resumeIn(tx, customerId, actor, stopId))
}

/** {@link resumeAgents} by the stop of an agent, or of all with null, that is in force. */
export async function resumeStopped(
  database: Database,
  by: By,
  agentKey: string | null,
): Promise<AgentStop | Refusal> {
  const { customerId } = by.customer
  const open = await selectOpenStop(database, customerId, agentKey)
  if (open !== undefined) return await resumeAgents(database, by, open.stopId)
  const whom = agentKey === null ? 'all agents' : `agent ${agentKey}`
  return refuse('MARKET_NOT_FOUND', `No stop of ${whom} of customer ${customerId} is in force.`)
}

async function resumeIn(
  tx: Transaction,
  customerId: string,
  actor: Actor,
  stopId: string,
): Promise<AgentStop | Refusal> {
  const ended = await endStop(tx, customerId, stopId, storedActor(actor))
  if (ended !== undefined) {
    await appendAgentEvents(tx, customerId, [toEvent('agent.resumed', ended, actor)])
    return ended
  }
  const known = await selectStop(tx, customerId, stopId)
  return known ?? refuse('MARKET_NOT_FOUND', `The customer has no stop ${stopId}.`)
}

const AGENTS_DO_NOT = refuse('MARKET_FORBIDDEN', 'An agent cannot let agents go on: a person can.')

function toEvent(
  type: 'agent.stopped' | 'agent.resumed',
  { stopId, agentKey, reason }: AgentStop,
  actor: Actor,
) {
  const data = { StopId: Number(stopId), AgentId: agentKey, Reason: reason }
  const subject = agentKey === null ? {} : { subject: { kind: 'agent', id: agentKey } as const }
  return { type, ...subject, actor, data }
}

/** A stop in an answer. */
export function toStopResponse(stop: AgentStop): AgentStopResponse {
  return {
    Id: Number(stop.stopId),
    AgentId: stop.agentKey,
    Reason: stop.reason,
    StoppedBy: toActorResponse(stop.stoppedBy),
    StoppedAt: stop.stoppedAt.toISOString(),
    EndedBy: stop.endedBy && toActorResponse(stop.endedBy),
    EndedAt: stop.endedAt?.toISOString() ?? null,
  }
}
