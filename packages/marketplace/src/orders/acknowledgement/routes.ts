import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { AcknowledgementRequest } from '../record/merchant-schema.ts'
import { answerOrder } from '../record/response.ts'
import { OrderResponse } from '../record/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import { acknowledgeOrder } from './acknowledge.ts'

/** The route with which a merchant acknowledges a new order. */
export function acknowledgementRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: AcknowledgementRequest }>(
    '/orders/acknowledge',
    {
      config: {
        requires: ORDER_ACTIONS.acknowledge.requires,
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
      const principal = principalOf(request)
      const { customer, actor } = principal
      return answerOrder(await acknowledgeOrder(database, customer, request.body, actor), principal)
    },
  )
}
