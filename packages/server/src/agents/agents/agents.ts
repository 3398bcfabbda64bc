/** Agents: the OAuth clients that act for the members of a customer. */
import type { AdminConnection, OAuth } from '@entrepot/oauth'
import { agentId } from '../../people/agent-events/agent-id.ts'
import {
  actsAt,
  type ChosenCustomer,
  onlyCustomer,
} from '../../people/agent-events/chosen-customer.ts'
import type { AgentResponse } from './schema.ts'

/** A member for whom agents act. */
export interface AgentOwner {
  readonly userId: string
  readonly email: string
}

/**
 * Reads the agents of members of a customer with one statement: in the order of the members, and by client. What they may do at other
 * customers only is left out.
 */
export async function agentsOf(
  admin: OAuth['admin'],
  owners: readonly AgentOwner[],
  customerId: string,
): Promise<readonly AgentResponse[]> {
  const all = await admin.connectionsOf(owners.map(({ userId }) => userId))
  const connections = all.filter(({ account }) => actsAt(account, customerId))
  const byUser = Map.groupBy(connections, ({ user }) => user)
  return owners.flatMap((owner) => {
    const byClient = Map.groupBy(byUser.get(owner.userId) ?? [], ({ clientId }) => clientId)
    return Array.from(byClient.values(), (all) => toAgent(owner, all))
  })
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
    Access: connections.map(({ resource, scopes, account }) => ({
      Resource: resource,
      Scopes: [...scopes],
      Customer: toCustomer(account),
    })),
    ConnectedAt: new Date(Math.min(...times((one) => one.connectedAt))).toISOString(),
    UsedAt: new Date(Math.max(...times((one) => one.usedAt))).toISOString(),
    Active: connections.some(({ active }) => active),
    ActsUntil: latest(connections.map(({ actsUntil }) => actsUntil)),
  }
}

function toCustomer(account: ChosenCustomer): number | null {
  const only = onlyCustomer(account)
  return only === undefined ? null : Number(only)
}

function latest(moments: readonly (Date | undefined)[]): string | null {
  const times = moments.flatMap((one) => (one === undefined ? [] : [one.getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}
