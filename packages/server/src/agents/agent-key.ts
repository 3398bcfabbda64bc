import type { Actor } from '@entrepot/marketplace'
import { agentId } from '../people/agent-events/agent-id.ts'

/**
 * The key of an agent at a customer, under which stops, limits and what it did are stored: the `Id` of `GET /v2/agents` for an agent of a
 * person, and the OAuth client id for one that acts without a person.
 */
export function agentKeyOf({ id, person }: Pick<Actor, 'id' | 'person'>): string {
  return person === undefined ? id : agentId(person.id, id)
}

const CLIENT_ID = /^agent_[\w-]{22}$/

/** Whether an id of a client may be that of an agent without a person. */
export function isHeadlessId(clientId: string): boolean {
  return CLIENT_ID.test(clientId)
}
