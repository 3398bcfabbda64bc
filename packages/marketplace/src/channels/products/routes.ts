import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { toProductResponse } from '../../catalogue/products/products.ts'
import { ProductResponse } from '../../catalogue/products/schema.ts'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { decodePlace, encodePlace } from './place.ts'
import { countProducts, listProducts } from './products.ts'
import { ProductCounts, ProductCountsQuery, ProductsQuery } from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }

/** The lists of products, and their counts. */
export function productListRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addCount(fastify, database)
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ProductsQuery }>(
    '/products',
    {
      config: READ,
      schema: {
        operationId: 'listProducts',
        tags: ['Products'],
        summary: 'List products',
        description:
          'A page of the products that match all given filters, by the reference of the merchant or as `sort` says. The header `Link` names the next page. `pendingAt` first compares up to 10,000 changes with what the channel knows.',
        querystring: ProductsQuery,
        response: { 200: { type: 'array', items: ProductResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const { sort = 'reference' } = filter
      const after = placeOf(cursor, (text) => decodePlace(text, sort))
      if (isRefusal(after)) return after
      const principal = principalOf(request)
      const place = after === undefined ? filter : { ...filter, after }
      const page = await listProducts(database, principal.customer, place, pageSize)
      if (isRefusal(page)) return page
      if (page.next !== undefined) linkNext(request, reply, encodePlace(page.next))
      return page.products.map((product) => toProductResponse(product, principal))
    },
  )
}

function addCount(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ProductCountsQuery }>(
    '/figures/products',
    {
      config: READ,
      schema: {
        operationId: 'countProducts',
        tags: ['Products'],
        summary: 'Count products',
        description:
          'How many products match all given filters, which are those of the list. `pendingAt` first compares up to 10,000 changes with what the channel knows.',
        querystring: ProductCountsQuery,
        response: { 200: ProductCounts },
      },
    },
    async (request) => await countProducts(database, principalOf(request).customer, request.query),
  )
}
