import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { answerOrder } from '../record/response.ts'
import { OrderCombination, OrderPath, OrderResponse } from '../record/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import { closeOrder, combineOrder, reopenOrder } from './order-actions.ts'

const CLOSE = {
  operationId: 'closeOrder',
  tags: ['Orders'],
  summary: 'Close an order',
  description: 'Closes an acknowledged order, whatever units are still open. It may be repeated.',
}
const REOPEN = {
  operationId: 'reopenOrder',
  tags: ['Orders'],
  summary: 'Reopen a closed order',
  description:
    'Ends the closing of an order: its status follows from its units again. It may be repeated.',
}
const COMBINE = {
  operationId: 'replaceOrderCombination',
  tags: ['Orders'],
  summary: 'Combine an order with others',
  description:
    'Combines an order with exactly the named orders, so that they are finished together. An empty list takes the order out of its combination.',
}

/** The routes for actions of a merchant on an acknowledged order as a whole. */
export function orderActionRoutes(fastify: FastifyInstance, database: Database): void {
  const schema = { params: OrderPath, response: { 200: OrderResponse } }

  for (const [name, act, documented] of [
    ['close', closeOrder, CLOSE],
    ['reopen', reopenOrder, REOPEN],
  ] as const) {
    const { requires } = ORDER_ACTIONS[name]
    fastify.post<{ Params: OrderPath }>(
      `/orders/:reference/${name}`,
      {
        config: { requires, refusals: ['MARKET_NOT_FOUND'] },
        schema: { ...documented, ...schema },
      },
      async (request) => {
        const principal = principalOf(request)
        return answerOrder(await act(database, principal, request.params.reference), principal)
      },
    )
  }

  fastify.put<{ Params: OrderPath; Body: OrderCombination }>(
    '/orders/:reference/combination',
    {
      config: {
        requires: ORDER_ACTIONS.combine.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_STATUS'],
      },
      schema: { ...COMBINE, ...schema, body: OrderCombination },
    },
    async (request) => {
      const { reference } = request.params
      const principal = principalOf(request)
      return answerOrder(
        await combineOrder(database, principal, reference, request.body),
        principal,
      )
    },
  )
}
