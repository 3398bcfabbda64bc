import type { Actor } from '@entrepot/marketplace'
import { agentId } from '../people/agent-events/agent-id.ts'

/**
 * The key of an agent at a customer, under which stops, limits and what it did are stored: the `Id` of `GET /v2/agents` for an agent of a
 * person, and the OAuth client id for one that acts without a person.
 */
export function agentKeyOf({ id, person }: Pick<Actor, 'id' | 'person'>): string {
  return person === undefined ? id : agentId(person.id, id)
}
