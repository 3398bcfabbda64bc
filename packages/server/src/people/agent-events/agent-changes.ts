/** Which events of agents the log of a customer lacks. Pure functions. */
import type { PersonConnection } from '@entrepot/oauth/postgres'
import { agentId } from './agent-id.ts'
import { actsAt } from './chosen-customer.ts'

/** An agent at a customer, as its log has recorded it. */
export interface RecordedAgent {
  readonly customerId: string
  readonly agentId: string
  readonly userId: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
}

/** A membership of a person. */
export interface Membership {
  readonly userId: string
  readonly customerId: string
}

/** A change that the log lacks. */
export interface AgentChange {
  readonly type: 'agent.connected' | 'agent.updated' | 'agent.revoked'
  readonly agent: RecordedAgent
}

/** The agents at each customer: an agent acts for a person at the customer that the person has chosen, or at every one of theirs. */
export function agentsAt(
  memberships: readonly Membership[],
  connections: readonly PersonConnection[],
): readonly RecordedAgent[] {
  const ofPerson = Map.groupBy(connections, ({ user }) => user)
  return memberships.flatMap(({ customerId, userId }) => {
    const here = (ofPerson.get(userId) ?? []).filter(({ account }) => actsAt(account, customerId))
    const byClient = Map.groupBy(here, ({ clientId }) => clientId)
    return Array.from(byClient, ([clientId, all]) => ({
      ...{ customerId, agentId: agentId(userId, clientId), userId, clientId },
      name: all[0]?.clientName ?? '',
      scopes: [...new Set(all.flatMap(({ scopes }) => scopes))].sort(),
    }))
  })
}

/** Compares what was recorded with what is. */
export function findAgentChanges(
  recorded: readonly RecordedAgent[],
  now: readonly RecordedAgent[],
): readonly AgentChange[] {
  const keyOf = ({ customerId, agentId }: RecordedAgent) => `${customerId} ${agentId}`
  const before = new Map(recorded.map((agent) => [keyOf(agent), agent]))
  const after = new Set(now.map(keyOf))
  const changed = now.flatMap((agent): AgentChange[] => {
    const known = before.get(keyOf(agent))
    if (known === undefined) return [{ type: 'agent.connected', agent }]
    const isSame = known.scopes.join(' ') === agent.scopes.join(' ')
    return isSame ? [] : [{ type: 'agent.updated', agent }]
  })
  const revoked = recorded.flatMap((agent): AgentChange[] =>
    after.has(keyOf(agent)) ? [] : [{ type: 'agent.revoked', agent: { ...agent, scopes: [] } }],
  )
  return [...revoked, ...changed]
}
