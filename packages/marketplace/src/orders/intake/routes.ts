import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirements } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { toOrderResponse } from '../record/response.ts'
import { OrderRequest, OrderResponse } from '../record/schema.ts'
import { createOrderIntake } from './intake.ts'
import { originOf } from './origin.ts'

const CREATE = {
  requires: [
    { kind: 'channel', scope: 'orders:create' },
    { kind: 'merchant', scope: 'orders:create' },
  ] satisfies Requirements,
}

/** The route with which channels and merchants create orders. */
export function intakeRoutes(fastify: FastifyInstance, database: Database): void {
  const takeOrder = createOrderIntake(database)

  fastify.post<{ Body: OrderRequest }>(
    '/orders',
    {
      config: {
        ...CREATE,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_EXISTS', 'MARKET_UNSELLABLE_LINES'],
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
          'Stores an order of the channel, or one that the merchant took by phone or e-mail for the channel that `ChannelId` names. The same rules hold for both; the history has who has created it. A repeated request returns the existing order, so a request without an answer can be sent again; one without `ChannelReference` needs an `Idempotency-Key` for that. An order with lines that cannot be sold is stored with the status REQUIRES_CORRECTION, or refused with 422, depending on a setting of the merchant.',
        body: OrderRequest,
        response: { 200: OrderResponse, 201: OrderResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const origin = await originOf(database, principal, request.body)
      if (isRefusal(origin)) return origin
      const taken = await takeOrder(origin, request.body)
      if (isRefusal(taken)) return taken
      // Nobody else has a reference that the hub has given: this run of the request has created the order, or another one has.
      const isCreated = taken.created || !request.body.ChannelReference
      return reply.code(isCreated ? 201 : 200).send(toOrderResponse(taken.order, principal))
    },
  )
}
