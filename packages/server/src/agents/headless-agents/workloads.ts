/** Tokens of other issuers by which agents authenticate, such as those of platforms that run programs. */
import type { Database } from '@entrepot/database'
import type { Actor, Scope } from '@entrepot/marketplace'
import { type Refusal, refuse, refuseIssues, takeEffect } from '@entrepot/marketplace/routes'
import type { MCPWorkload, ResolvedMCPWorkload } from '@entrepot/oauth'
import { appendAgentEvents } from '../../people/agent-events/append-agent-events.ts'
import { storedActor } from '../../people/stored-actor.ts'
import { noAgent, toEvent } from './headless-agents.ts'
import { refuseAgents, refuseScopes } from './rules.ts'
import { type HeadlessAgent, lockAgent, selectAgent } from './store.ts'
import { MAX_WORKLOADS, readWorkload, type SentWorkload } from './workload-rules.ts'
import { deleteWorkload, insertWorkload, selectAccepting } from './workload-store.ts'

/** Who changes an agent. */
export interface Changer {
  readonly customer: { readonly customerId: string }
  readonly actor: Actor
  readonly scopes: readonly Scope[]
}

/**
 * Adds tokens to those by which an agent authenticates. Whoever gets such a token gets the scopes of the agent, so the principal must have
 * them. Refusals: `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `MARKET_INVALID_INPUT`, `MARKET_TOO_MANY_AGENT_KEYS`.
 */
export async function addWorkload(
  database: Database,
  { customer: { customerId }, actor, scopes }: Changer,
  agentId: string,
  sent: SentWorkload,
): Promise<HeadlessAgent | Refusal> {
  const refusal = refuseAgents(actor)
  if (refusal) return refusal
  const workload = await readWorkload(sent, '')
  if ('length' in workload) return refuseIssues([...workload])
  return await takeEffect(database, async (tx) => {
    const agent = await lockAgent(tx, customerId, agentId)
    if (agent === undefined) return noAgent(agentId)
    const refused = refuseScopes(agent.scopes, scopes)
    if (refused) return refused
    const isAdded = await insertWorkload(tx, agentId, workload, storedActor(actor))
    if (!isAdded) return tooMany()
    await appendAgentEvents(tx, customerId, [toEvent('agent.updated', agent, actor)])
    return (await selectAgent(tx, customerId, agentId)) ?? noAgent(agentId)
  })
}

function tooMany(): Refusal {
  const detail = `The agent accepts tokens by ${MAX_WORKLOADS} entries, which is the maximum. Delete one that is no longer used.`
  return refuse('MARKET_TOO_MANY_AGENT_KEYS', detail)
}

/**
 * Removes an entry: no more tokens are given for it. Refusals: `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `MARKET_LAST_AGENT_KEY`.
 */
export async function removeWorkload(
  database: Database,
  { customer: { customerId }, actor }: Omit<Changer, 'scopes'>,
  agentId: string,
  workloadId: string,
): Promise<HeadlessAgent | Refusal> {
  const refusal = refuseAgents(actor)
  if (refusal) return refusal
  return await takeEffect(database, async (tx) => {
    const agent = await lockAgent(tx, customerId, agentId)
    if (agent === undefined) return noAgent(agentId)
    const { workloads, publicKeys } = agent
    if (!workloads.some((one) => one.workloadId === workloadId)) {
      return refuse('MARKET_NOT_FOUND', `Agent ${agentId} has no entry ${workloadId}.`)
    }
    if (workloads.length + publicKeys.length === 1) {
      const detail =
        'The agent has neither a key nor another entry. Add one first, or delete the agent.'
      return refuse('MARKET_LAST_AGENT_KEY', detail)
    }
    await deleteWorkload(tx, agentId, workloadId)
    await appendAgentEvents(tx, customerId, [toEvent('agent.updated', agent, actor)])
    return (await selectAgent(tx, customerId, agentId)) ?? noAgent(agentId)
  })
}

/** The entries that a token may fit, for the authorization server, which verifies it. */
export async function resolveWorkloads(
  database: Database,
  token: MCPWorkload,
): Promise<readonly ResolvedMCPWorkload[]> {
  const accepting = await selectAccepting(database, token)
  return accepting.map(({ keys, ...entry }) => ({
    ...entry,
    ...(keys !== null && { jwks: { keys: keys as never } }),
  }))
}
