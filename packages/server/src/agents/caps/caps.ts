/** Reads and sets what agents may do in a day. */
import type { Connection, Database } from '@entrepot/database'
import type { Caller } from '@entrepot/marketplace'
import { type Refusal, refuse, takeEffect } from '@entrepot/marketplace/routes'
import { appendAgentEvents } from '../../people/agent-events/append-agent-events.ts'
import { storedActor } from '../../people/stored-actor.ts'
import { isKnownAgent, refuseUnknownAgent } from '../known/known-agents.ts'
import { capsOf, type SetCaps } from './rules.ts'
import {
  type AgentCapsResponse,
  type DefaultCapsResponse,
  namesOf,
  toWire,
  type UsageOfAgent,
} from './schema.ts'
import { ALL_AGENTS, readCaps, readUsage, removeCaps, storeCaps } from './store.ts'

type By = Pick<Caller, 'customer' | 'actor'>

/** The caps for all agents of a customer. */
export async function getDefaultCaps(
  connection: Connection,
  customerId: string,
): Promise<DefaultCapsResponse> {
  const own = await readCaps(connection, customerId, ALL_AGENTS)
  return { Caps: toWire(capsOf(own, {})), Own: namesOf(own) }
}

/** The caps of an agent, and what it has done today. Refusal: `MARKET_NOT_FOUND`. */
export async function getCaps(
  connection: Connection,
  customer: Caller['customer'],
  agentKey: string,
): Promise<AgentCapsResponse | Refusal> {
  const { customerId } = customer
  if (!(await isKnownAgent(connection, customerId, agentKey))) return refuseUnknownAgent(agentKey)
  const own = await readCaps(connection, customerId, agentKey)
  const usage = await getUsage(connection, customer, agentKey)
  return { AgentId: agentKey, Own: namesOf(own), ...usage }
}

/** What an agent has done today of what it may do. */
export async function getUsage(
  connection: Connection,
  { customerId, timeZone }: Caller['customer'],
  agentKey: string,
): Promise<UsageOfAgent> {
  const ofCustomer = await readCaps(connection, customerId, ALL_AGENTS)
  const ofAgent = await readCaps(connection, customerId, agentKey)
  const { used, resetsAt } = await readUsage(connection, { customerId, timeZone, agentKey })
  return {
    Caps: toWire(capsOf(ofCustomer, ofAgent)),
    Used: toWire(used),
    ResetsAt: resetsAt.toISOString(),
  }
}

/**
 * Sets the caps of an agent, or with {@link ALL_AGENTS} for all of a customer; undefined removes them. Every node applies them within two
 * seconds. Refusals: `MARKET_NOT_FOUND`, `MARKET_FORBIDDEN` for an agent.
 */
export async function setCaps(
  database: Database,
  { customer: { customerId }, actor }: By,
  agentKey: string,
  caps: SetCaps | undefined,
): Promise<Refusal | undefined> {
  if (actor.kind === 'agent') return AGENTS_DO_NOT
  const by = storedActor(actor)
  const isOfAll = agentKey === ALL_AGENTS
  const outcome = await takeEffect(database, async (tx) => {
    if (!isOfAll && !(await isKnownAgent(tx, customerId, agentKey))) {
      return refuseUnknownAgent(agentKey)
    }
    const place = { customerId, agentKey }
    const isChanged = caps ? await storeCaps(tx, place, caps, by) : await removeCaps(tx, place)
    if (!isChanged) return null
    const ofCustomer = await readCaps(tx, customerId, ALL_AGENTS)
    const now = capsOf(ofCustomer, isOfAll ? {} : (caps ?? {}))
    const subject = isOfAll ? {} : { subject: { kind: 'agent', id: agentKey } as const }
    const data = { AgentId: isOfAll ? null : agentKey, Caps: toWire(now) }
    await appendAgentEvents(tx, customerId, [
      { type: 'agent.caps_changed', ...subject, actor, data },
    ])
    return null
  })
  return outcome ?? undefined
}

const AGENTS_DO_NOT = refuse(
  'MARKET_FORBIDDEN',
  'An agent cannot change what agents may do in a day: a person can.',
)
