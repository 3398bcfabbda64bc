import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { noSuchCustomer } from '../customers/customers.ts'
import type { CustomerChange } from '../customers/schema.ts'
import { findCustomers } from '../customers/store.ts'
import { CustomerResponse, CustomerSettings } from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'settings:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'settings:write' } satisfies Requirement }

/** Changes the given settings of a customer. */
type ChangeCustomer = (
  database: Database,
  customerId: string,
  change: CustomerChange,
  actor: Actor,
) => Promise<Customer | Refusal>

/** The routes of the settings of the customer. */
export function settingRoutes(
  fastify: FastifyInstance,
  database: Database,
  changeCustomer: ChangeCustomer,
): void {
  fastify.get(
    '/customer',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getCustomer',
        tags: ['Customer'],
        summary: 'Read the settings of the merchant',
        description: 'The merchant for which the credentials of the request are valid.',
        response: { 200: CustomerResponse },
      },
    },
    async (request) => {
      // Not the customer of the principal, which can be a second old.
      const { customerId } = principalOf(request).customer
      const [customer] = await findCustomers(database, [customerId])
      if (customer) return toResponse(customer)
      return noSuchCustomer(customerId)
    },
  )

  fastify.patch<{ Body: CustomerSettings }>(
    '/customer',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_CUSTOMER_HAS_ORDERS'] },
      schema: {
        operationId: 'changeCustomer',
        tags: ['Customer'],
        summary: 'Change the settings of the merchant',
        description:
          'Changes the given settings; they apply within a second. The base currency can be changed only before the first order. This removes the exchange rates, because they lead to the earlier base currency.',
        body: CustomerSettings,
        response: { 200: CustomerResponse },
      },
    },
    async (request) => {
      const { customer: of, actor } = principalOf(request)
      const change = toChange(request.body)
      const customer = await changeCustomer(database, of.customerId, change, actor)
      return isRefusal(customer) ? customer : toResponse(customer)
    },
  )
}

type Setting = keyof CustomerSettings

/** The names of the settings on the wire, and in a {@link Customer}: `VatRule` is `vatRule`. */
const NAMES = Object.keys(CustomerSettings.properties).map((name) => {
  const field = name.charAt(0).toLowerCase() + name.slice(1)
  return [name as Setting, field as Uncapitalize<Setting>] as const
})

function toChange(settings: CustomerSettings): CustomerChange {
  const given = NAMES.filter(([name]) => settings[name] !== undefined)
  return Object.fromEntries(given.map(([name, field]) => [field, settings[name]]))
}

function toResponse(customer: Customer): CustomerResponse {
  const values = Object.fromEntries(NAMES.map(([name, field]) => [name, customer[field]]))
  return { ...(values as Omit<CustomerResponse, 'Id'>), Id: Number(customer.customerId) }
}
