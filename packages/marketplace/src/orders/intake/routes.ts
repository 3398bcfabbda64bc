import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { toOrderResponse } from '../record/response.ts'
import { OrderRequest, OrderResponse } from '../record/schema.ts'
import { createOrderIntake } from './intake.ts'

const CREATE = { requires: { kind: 'channel', scope: 'orders:create' } satisfies Requirement }

/** The route with which channels create orders. */
export function intakeRoutes(fastify: FastifyInstance, database: Database): void {
  const takeOrder = createOrderIntake(database)

  fastify.post<{ Body: OrderRequest }>(
    '/orders',
    {
      config: {
        ...CREATE,
        refusals: ['MARKET_ORDER_EXISTS', 'MARKET_UNSELLABLE_LINES'],
        document: {
          answers: {
            200: 'The order already exists with this content: the request was repeated.',
            201: 'The order was created.',
          },
        },
      },
      schema: {
        operationId: 'createOrder',
        tags: ['Orders'],
        summary: 'Create an order',
        description:
          'Stores an order of the channel. A repeated request returns the existing order, so a request without an answer can be sent again. An order with lines that cannot be sold is stored with the status REQUIRES_CORRECTION, or refused with 422, depending on a setting of the merchant.',
        body: OrderRequest,
        response: { 200: OrderResponse, 201: OrderResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { customer, channel, actor } = principal
      const taken = await takeOrder({ customer, channel: channel as Channel, actor }, request.body)
      if (isRefusal(taken)) return taken
      return reply.code(taken.created ? 201 : 200).send(toOrderResponse(taken.order, principal))
    },
  )
}
