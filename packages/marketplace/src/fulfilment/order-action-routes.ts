import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import { OrderCombination, OrderPath, OrderResponse } from '../orders/schema.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal } from '../shared/errors.ts'
import { closeOrder, combineOrder, reopenOrder } from './order-actions.ts'

const WRITE = { requires: { kind: 'merchant', scope: 'orders:write' } satisfies Requirement }

/** The routes for actions of a merchant on an acknowledged order as a whole. */
export function orderActionRoutes(fastify: FastifyInstance, database: Database): void {
  const schema = { params: OrderPath, response: { 200: OrderResponse } }

  for (const [name, act] of [
    ['close', closeOrder],
    ['reopen', reopenOrder],
  ] as const) {
    fastify.post<{ Params: OrderPath }>(
      `/orders/:reference/${name}`,
      { config: WRITE, schema },
      async (request, reply) => {
        const order = await act(database, principalOf(request), request.params.reference)
        return isRefusal(order) ? sendProblem(reply, order) : order
      },
    )
  }

  fastify.put<{ Params: OrderPath; Body: OrderCombination }>(
    '/orders/:reference/combination',
    { config: WRITE, schema: { ...schema, body: OrderCombination } },
    async (request, reply) => {
      const { reference } = request.params
      const order = await combineOrder(database, principalOf(request), reference, request.body)
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )
}
