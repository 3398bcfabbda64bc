/** Which events of agents the log of a customer lacks. Pure functions. */
import type { PersonConnection } from '@entrepot/oauth/postgres'
import { agentId } from './agent-id.ts'

/** An agent at a customer, as its log tells it. */
export interface ToldAgent {
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

/** Something that the log does not tell yet. */
export interface AgentNews {
  readonly type: 'agent.connected' | 'agent.updated' | 'agent.revoked'
  readonly agent: ToldAgent
}

/** The agents at each customer: an agent acts for a person at every customer of the person. */
export function agentsAt(
  memberships: readonly Membership[],
  connections: readonly PersonConnection[],
): readonly ToldAgent[] {
  const ofPerson = Map.groupBy(connections, ({ user }) => user)
  return memberships.flatMap(({ customerId, userId }) => {
    const byClient = Map.groupBy(ofPerson.get(userId) ?? [], ({ clientId }) => clientId)
    return Array.from(byClient, ([clientId, all]) => ({
      ...{ customerId, agentId: agentId(userId, clientId), userId, clientId },
      name: all[0]?.clientName ?? '',
      scopes: [...new Set(all.flatMap(({ scopes }) => scopes))].sort(),
    }))
  })
}

/** Compares what was told with what is. */
export function findNews(
  told: readonly ToldAgent[],
  now: readonly ToldAgent[],
): readonly AgentNews[] {
  const keyOf = ({ customerId, agentId }: ToldAgent) => `${customerId} ${agentId}`
  const before = new Map(told.map((agent) => [keyOf(agent), agent]))
  const after = new Set(now.map(keyOf))
  const changed = now.flatMap((agent): AgentNews[] => {
    const known = before.get(keyOf(agent))
    if (known === undefined) return [{ type: 'agent.connected', agent }]
    const isSame = known.scopes.join(' ') === agent.scopes.join(' ')
    return isSame ? [] : [{ type: 'agent.updated', agent }]
  })
  const revoked = told.flatMap((agent): AgentNews[] =>
    after.has(keyOf(agent)) ? [] : [{ type: 'agent.revoked', agent: { ...agent, scopes: [] } }],
  )
  return [...revoked, ...changed]
}
