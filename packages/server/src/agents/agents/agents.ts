/** Agents: the OAuth clients that act for the members of a customer. */
import type { AdminConnection, OAuth } from '@entrepot/oauth'
import { agentId } from '../../people/agent-events/agent-id.ts'
import type { AgentResponse } from './schema.ts'

/** A member for whom agents act. */
export interface AgentOwner {
  readonly userId: string
  readonly email: string
}

/** Lists the agents of a member, by client. */
export async function agentsOf(
  admin: OAuth['admin'],
  owner: AgentOwner,
): Promise<readonly AgentResponse[]> {
  const connections: AdminConnection[] = []
  let cursor: string | undefined
  do {
    const page = await admin.listConnections({ user: owner.userId, ...(cursor && { cursor }) })
    connections.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  const byClient = Map.groupBy(connections, ({ clientId }) => clientId)
  return Array.from(byClient.values(), (all) => toAgent(owner, all))
}

/** Lists the agents of several members, in their order. A few are read at the same time. */
export async function agentsOfAll(
  admin: OAuth['admin'],
  owners: readonly AgentOwner[],
): Promise<readonly AgentResponse[]> {
  const agents: AgentResponse[] = []
  for (let start = 0; start < owners.length; start += AT_ONCE) {
    const some = owners.slice(start, start + AT_ONCE)
    agents.push(...(await Promise.all(some.map((owner) => agentsOf(admin, owner)))).flat())
  }
  return agents
}

const AT_ONCE = 4

/** The id of the person in the id of an agent. */
export function ownerOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

function toAgent(
  { userId, email }: AgentOwner,
  connections: readonly AdminConnection[],
): AgentResponse {
  const [first] = connections as readonly [AdminConnection]
  const { clientId, clientName, redirectHost } = first
  const times = (pick: (one: AdminConnection) => Date) =>
    connections.map((one) => pick(one).getTime())
  return {
    Id: agentId(userId, clientId),
    ClientId: clientId,
    Name: clientName,
    Person: { Id: Number(userId), Email: email },
    RedirectHost: redirectHost,
    Access: connections.map(({ resource, scopes }) => ({
      Resource: resource,
      Scopes: [...scopes],
    })),
    ConnectedAt: new Date(Math.min(...times((one) => one.connectedAt))).toISOString(),
    UsedAt: new Date(Math.max(...times((one) => one.usedAt))).toISOString(),
    Active: connections.some(({ active }) => active),
  }
}
