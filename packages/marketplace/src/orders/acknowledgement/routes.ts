import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { AcknowledgementRequest, OrderResponse } from '../record/schema.ts'
import { acknowledgeOrder } from './acknowledge.ts'

const WRITE = { requires: { kind: 'merchant', scope: 'orders:write' } satisfies Requirement }

/** The route with which a merchant acknowledges a new order. */
export function acknowledgementRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: AcknowledgementRequest }>(
    '/orders/acknowledge',
    {
      config: {
        ...WRITE,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_STATUS', 'MARKET_REFERENCE_IN_USE'],
      },
      schema: {
        operationId: 'acknowledgeOrder',
        tags: ['Orders'],
        summary: 'Acknowledge an order',
        description:
          'Takes over a new order: gives it and each of its lines the references of the merchant. The order is then IN_PROGRESS. A repeated request with the same references changes nothing.',
        body: AcknowledgementRequest,
        response: { 200: OrderResponse },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      return await acknowledgeOrder(database, customer, request.body, actor)
    },
  )
}
