/** Which agents a customer has: those of its members, and those without a person. */
import type { Connection } from '@entrepot/database'
import { type Refusal, refuse } from '@entrepot/marketplace'
import { connectionsOf } from '@entrepot/oauth/postgres'
import { agentId, ownerOf } from '../../people/agent-events/agent-id.ts'
import { actsAt } from '../../people/agent-events/chosen-customer.ts'
import { selectMember } from '../../people/members/store.ts'
import { isHeadlessId } from '../agent-key.ts'
import { isStored } from './store.ts'

/** Whether a key is that of an agent of the customer, whatever its status. */
export async function isKnownAgent(
  connection: Connection,
  customerId: string,
  agentKey: string,
): Promise<boolean> {
  if (isHeadlessId(agentKey)) {
    return await isStored(connection, customerId, agentKey)
  }
  const userId = ownerOf(agentKey)
  if (!/^[1-9]\d{0,14}$/.test(userId)) return false
  if ((await selectMember(connection, userId, customerId)) === undefined) return false
  const connections = await connectionsOf(connection, [userId])
  return connections.some(
    ({ clientId, account }) =>
      actsAt(account, customerId) && agentId(userId, clientId) === agentKey,
  )
}

/** The refusal for an agent that the customer does not have. */
export function refuseUnknownAgent(agentKey: string): Refusal {
  const detail = `The customer has no agent ${JSON.stringify(agentKey.slice(0, 100))}: use the Id of GET /v2/agents, or the ClientId of GET /v2/headless-agents.`
  return refuse('MARKET_NOT_FOUND', detail)
}
