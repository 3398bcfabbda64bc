/** `/v2/me`: for whom and by whom a request acts. */
import type { Database } from '@entrepot/database'
import { principalOf, type Requirements } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { toActorWithPerson } from '../../actor-shapes.ts'
import { hubNames } from '../../names.ts'
import { asActingAt, chosenFor } from '../members/acting-at.ts'
import { readPerson } from '../members/people.ts'
import { ROLES } from '../members/roles.ts'
import { MeResponse } from './schema.ts'

/** Any scope is sufficient. */
const ANY: Requirements = [
  { kind: 'merchant', scope: hubNames.scopes.merchant },
  { kind: 'channel', scope: hubNames.scopes.channel },
]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a person may name `*` as the customer, which is then the first of theirs. */
    acceptsAnyCustomer?: boolean
  }
}

/** Adds the call. The URL of the MCP endpoint is undefined in a hub without one. */
export function meRoutes(
  scope: FastifyInstance,
  database: Database,
  { mcpUrl, hasPasskeys }: { readonly mcpUrl: string | undefined; readonly hasPasskeys: boolean },
): void {
  scope.get(
    '/me',
    {
      config: { requires: ANY, acceptsAnyCustomer: true },
      schema: {
        ...{ operationId: 'getMe', tags: ['Members'], summary: 'Say who is calling' },
        description:
          'Says for which customer and by whom the credentials act, what they permit, and for a person or an agent the customers of the person: for an agent those at which it acts. A session may send `Entrepot-Customer: *`, which is the first customer of the person.',
        response: { 200: MeResponse },
      },
    },
    async (request): Promise<MeResponse> => {
      const { kind, actor, customer, scopes } = principalOf(request)
      const personId = actor.kind === 'person' ? actor.id : actor.person?.id
      const known = personId === undefined ? undefined : await readPerson(database, personId)
      const person = known && asActingAt(known, chosenFor(request))
      const current = person?.memberships.find(
        (one) => one.customer.customerId === customer.customerId,
      )
      // What the principal knows can be a second old, and a page asks just when its role has changed.
      const freshScopes = actor.kind === 'person' && current ? ROLES[current.role] : undefined
      return {
        Kind: kind,
        Actor: toActorWithPerson(actor),
        Customer: {
          Id: Number(customer.customerId),
          Name: current?.customer.name ?? customer.name,
          TimeZone: current?.customer.timeZone ?? customer.timeZone,
        },
        Scopes: [...(freshScopes ?? scopes)],
        Customers: (person?.memberships ?? []).map(({ customer: { customerId, name }, role }) => ({
          Id: Number(customerId),
          Name: name,
          Role: role,
        })),
        HasPasskeys: hasPasskeys,
        McpUrl: mcpUrl ?? null,
      }
    },
  )
}
