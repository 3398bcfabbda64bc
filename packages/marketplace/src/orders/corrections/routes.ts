import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { OrderCorrection } from '../record/merchant-schema.ts'
import { answerOrder } from '../record/response.ts'
import { OrderIdPath, OrderResponse } from '../record/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import { correctOrder } from './corrections.ts'

/** The route with which a merchant corrects an order. */
export function correctionRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.patch<{ Params: OrderIdPath; Body: OrderCorrection }>(
    '/orders/id/:id',
    {
      config: {
        requires: ORDER_ACTIONS.correct.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_STATUS'],
      },
      schema: {
        operationId: 'correctOrder',
        tags: ['Orders'],
        summary: 'Correct an order',
        description:
          'Corrects an order with the status REQUIRES_CORRECTION. Values that are left out stay. An empty object (`{}`) calculates the order again, for example after a missing product was created.',
        params: OrderIdPath,
        body: OrderCorrection,
        response: { 200: OrderResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { customer, actor } = principal
      const id = Number(request.params.id)
      return answerOrder(await correctOrder(database, customer, id, request.body, actor), principal)
    },
  )
}
