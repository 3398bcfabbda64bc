import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { refuseIssues } from '../../kit/shared/errors.ts'
import { SearchQuery, SearchResult } from './schema.ts'
import { searchChannels, searchOrders, searchProducts } from './store.ts'

const READ = {
  requires: {
    kind: 'merchant',
    scope: ['orders:read', 'products:read', 'channels:read'],
  } satisfies Requirement,
}

/** The route of searches. */
export function searchRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: SearchQuery }>(
    '/search',
    {
      config: READ,
      schema: {
        operationId: 'searchRecords',
        tags: ['Customer'],
        summary: 'Search orders, products and channels',
        description:
          'Up to 20 records of each kind: orders by Id, references, name or e-mail address of the buyer, or the beginning of the city, the postcode, the reference of a product or a tracking number; products by reference, EAN or name; channels by Id or name. Each word of the text must be contained in them; without the extension pg_trgm of PostgreSQL, they must begin with the text. Kinds for which the credentials lack the scope are null.',
        querystring: SearchQuery,
        response: { 200: SearchResult },
      },
    },
    async (request) => {
      const text = request.query.q.trim()
      if (text === '') {
        return refuseIssues([{ path: '/q', message: 'must not be empty' }])
      }
      const { customer, scopes } = principalOf(request)
      const { customerId } = customer
      return {
        Orders: scopes.includes('orders:read')
          ? await searchOrders(database, customerId, text)
          : null,
        Products: scopes.includes('products:read')
          ? await searchProducts(database, customerId, text)
          : null,
        Channels: scopes.includes('channels:read')
          ? await searchChannels(database, customerId, text)
          : null,
      }
    },
  )
}
