import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Channel } from '../channels/schema.ts'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import { OrderRequest, OrderResponse } from '../orders/schema.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal } from '../shared/errors.ts'
import { createOrderIntake } from './intake.ts'

const CREATE = { requires: { kind: 'channel', scope: 'orders:create' } satisfies Requirement }

/** The route with which channels create orders. */
export function intakeRoutes(fastify: FastifyInstance, database: Database): void {
  const takeOrder = createOrderIntake(database)

  fastify.post<{ Body: OrderRequest }>(
    '/orders',
    {
      config: CREATE,
      schema: { body: OrderRequest, response: { 200: OrderResponse, 201: OrderResponse } },
    },
    async (request, reply) => {
      const { customer, channel, actor } = principalOf(request)
      const taken = await takeOrder({ customer, channel: channel as Channel, actor }, request.body)
      if (isRefusal(taken)) return sendProblem(reply, taken)
      return reply.code(taken.created ? 201 : 200).send(taken.order)
    },
  )
}
