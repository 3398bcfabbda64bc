import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../../kit/http/access.ts'
import { fromStoredActor } from '../../../kit/principals/actor.ts'
import type { Requirement } from '../../../kit/principals/principal.ts'
import { toActorResponse } from '../../../kit/principals/schema.ts'
import { isRefusal } from '../../../kit/shared/errors.ts'
import {
  decodeId,
  encodeReference,
  linkFull,
  PAGE_SIZE,
  placeOf,
} from '../../../kit/shared/paging.ts'
import { PriceChangeResponse, PriceChangesQuery, PricedProductPath } from './schema.ts'
import { findPriceChanges, type PriceChangeRow } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }

/** The route of the history of a price. */
export function priceRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: PricedProductPath; Querystring: PriceChangesQuery }>(
    '/products/:reference/prices',
    {
      config: READ,
      schema: {
        operationId: 'listPriceChanges',
        tags: ['Products'],
        summary: 'List the changes of a price',
        description:
          'A page of the changes of the `Price` of a product, newest first, with who made each. The first price of a product is no change. Changes are kept for 90 days; a product that does not exist has none. What channels were offered is in `GET /offers/history`. The header `Link` names the next page.',
        params: PricedProductPath,
        querystring: PriceChangesQuery,
        response: { 200: { type: 'array', items: PriceChangeResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize: limit = PAGE_SIZE } = request.query
      const before = placeOf(cursor, decodeId)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const { reference } = request.params
      const rows = await findPriceChanges(database, customerId, reference, before, limit)
      linkFull(request, reply, rows, limit, (last) => encodeReference(last.id))
      return rows.map(toResponse)
    },
  )
}

function toResponse(row: PriceChangeRow): PriceChangeResponse {
  return {
    OccurredAt: row.occurredAt.toISOString(),
    Before: row.before,
    After: row.after,
    Cause: row.cause,
    Actor: toActorResponse(fromStoredActor(row, row.keyLabel)),
  }
}
