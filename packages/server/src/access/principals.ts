/** For which customer a person or an agent acts, and what it may do there. Pure. */
import {
  type Actor,
  type Customer,
  type Principal,
  type Refusal,
  refuse,
} from '@entrepot/marketplace'
import type { KnownAgent } from '../agents/headless-agents/find-agents.ts'
import { hubNames } from '../names.ts'
import type { CustomerRole, KnownPerson } from '../people/members/people.ts'
import { cutDown, ROLES } from '../people/members/roles.ts'

/** The header that says for which customer a person or an agent acts. Node has the names of headers in lower case. */
export const CUSTOMER_HEADER = 'entrepot-customer'

/** The header for a call that is about the person, and not about one of their customers. */
export const ANY_CUSTOMER = '*'

/**
 * The customer that a request names, or the only one of the person. The answer for a customer of others is that for a customer which does
 * not exist.
 *
 * @param named the header Entrepot-Customer
 * @param anyName the name that means the first customer, if the call does not depend on it
 */
export function chooseRole(
  { memberships }: KnownPerson,
  named: string | undefined,
  anyName?: string,
): CustomerRole | Refusal {
  const found = memberships.find(({ customer }) => customer.customerId === named)
  if (found !== undefined) return found
  if (named !== undefined && named !== anyName) {
    const detail = `Entrepot-Customer is ${JSON.stringify(named.slice(0, 40))}, which is not the id of a customer of this person.`
    return refuse('MARKET_NOT_FOUND', detail)
  }
  const [first, ...others] = memberships
  if (first === undefined)
    return refuse('MARKET_NOT_FOUND', 'The person is not a member of any customer of this hub.')
  if (others.length === 0 || (named !== undefined && named === anyName)) return first
  const list = memberships.map(({ customer }) => `${customer.customerId} (${customer.name})`)
  const detail = `The person is a member of several customers. Send the header Entrepot-Customer with one of their ids: ${list.join(', ')}.`
  return refuse('MARKET_INVALID_INPUT', detail)
}

/** A signed-in person at a customer. */
export function personPrincipal(
  { userId, email }: KnownPerson,
  { customer, role }: CustomerRole,
): Principal {
  const actor: Actor = { kind: 'person', id: userId, label: email }
  return { kind: 'merchant', customer, channel: null, scopes: ROLES[role], actor }
}

/** An agent that acts for a person at a customer: with the scopes of its token, as far as the person has them. */
export function agentPrincipal(
  { userId, email }: KnownPerson,
  { customer, role }: CustomerRole,
  { clientId, clientName, scopes }: AgentToken,
): Principal {
  const person = { id: userId, label: email }
  const actor: Actor = { kind: 'agent', id: clientId, label: clientName, person }
  return { kind: 'merchant', customer, channel: null, scopes: cutDown(scopes, role), actor }
}

/** An agent that acts for a customer without a person: with the scopes of its token, as far as it has them now. */
export function headlessPrincipal(
  { agent, customer }: KnownAgent,
  scopes: readonly string[],
): Principal {
  const actor: Actor = { kind: 'agent', id: agent.clientId, label: agent.name }
  const own = hubNames.scopes.merchant.filter(
    (scope) => agent.scopes.includes(scope) && scopes.includes(scope),
  )
  return { kind: 'merchant', customer, channel: null, scopes: own, actor }
}

/** Refuses a request that names another customer than that of the agent, as one that does not exist. */
export function refuseOtherCustomer(
  { customerId }: Customer,
  named: string | undefined,
): Refusal | undefined {
  if (named === undefined || named === customerId || named === ANY_CUSTOMER) return undefined
  const detail = `Entrepot-Customer is ${JSON.stringify(named.slice(0, 40))}, which is not the id of the customer of this agent.`
  return refuse('MARKET_NOT_FOUND', detail)
}

/** What a token says of the agent. */
export interface AgentToken {
  readonly clientId: string
  readonly clientName: string
  readonly scopes: readonly string[]
}
