/** Who calls the MCP endpoint, and for which customers. */
import type { McpCaller, ServedCustomer } from '@entrepot/agent'
import type { Customer } from '@entrepot/marketplace'
import type { CheckedToken } from '@entrepot/oauth'
import type { FindAgent } from '../../agents/headless-agents/find-agents.ts'
import { asActingAt } from '../../people/members/acting-at.ts'
import type { FindPerson } from '../../people/members/people.ts'
import { cutDown, type Role } from '../../people/members/roles.ts'
import { headlessPrincipal } from '../principals.ts'
import { isHeadless, personOf } from '../token-source.ts'

/** A caller of the endpoint, with the token that its calls of the API are made with. */
export interface TokenCaller extends McpCaller {
  readonly token: CheckedToken
}

/** What is found of a caller. */
export interface FoundCaller {
  readonly caller: TokenCaller
  /** The roles of the person. None for an agent that acts for itself. */
  readonly roles: readonly Role[]
}

/** Finds who calls with a token. Undefined for an agent that has ended. */
export async function findCaller(
  token: CheckedToken,
  { findPerson, findAgent }: { readonly findPerson: FindPerson; readonly findAgent: FindAgent },
): Promise<FoundCaller | undefined> {
  const { auth } = token
  const scopes = [...token.scopes]
  const clientId = auth.client_id
  if (isHeadless(auth)) {
    const known = await findAgent(clientId)
    if (known === undefined) return undefined
    const customers = [toServed(known.customer, headlessPrincipal(known, scopes).scopes)]
    return { caller: { token, clientId, person: undefined, customers }, roles: [] }
  }
  const person = personOf(auth)
  const known = await findPerson(person)
  const memberships = known === undefined ? [] : asActingAt(known, auth.account).memberships
  const customers = memberships.map(({ customer, role }) =>
    toServed(customer, cutDown(scopes, role)),
  )
  return {
    caller: { token, clientId, person, customers },
    roles: memberships.map(({ role }) => role),
  }
}

function toServed({ customerId, name }: Customer, scopes: readonly string[]): ServedCustomer {
  return { customerId: Number(customerId), name, scopes }
}
