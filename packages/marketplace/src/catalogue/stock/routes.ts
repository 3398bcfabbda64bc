import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import {
  decodeReference,
  encodeReference,
  linkFull,
  PAGE_SIZE,
  placeOf,
} from '../../kit/shared/paging.ts'
import { Shortfall, ShortfallsQuery } from './schema.ts'
import { findShortfalls } from './shortfall-store.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }

/** The route that lists products of which more units are ordered than there are. */
export function shortfallRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ShortfallsQuery }>(
    '/stock/shortfalls',
    {
      config: READ,
      schema: {
        operationId: 'listShortfalls',
        tags: ['Products'],
        summary: 'List products that are short',
        description:
          'A page of the products of which more units are ordered than there are, by the reference of the merchant, with the orders to backorder or to cancel. The header `Link` names the next page. It is empty if nobody keeps the stock.',
        querystring: ShortfallsQuery,
        response: { 200: { type: 'array', items: Shortfall } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize: limit = PAGE_SIZE } = request.query
      const after = placeOf(cursor, decodeReference)
      if (isRefusal(after)) return after
      const { customer, scopes } = principalOf(request)
      const withOrders = scopes.includes('orders:read')
      const page = await findShortfalls(database, customer.customerId, { after, limit, withOrders })
      linkFull(request, reply, page, limit, (last) =>
        encodeReference(last.MerchantProductReference),
      )
      return page
    },
  )
}
