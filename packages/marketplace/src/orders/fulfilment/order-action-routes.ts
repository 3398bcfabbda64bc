import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { OrderCombination, OrderPath, OrderResponse } from '../record/schema.ts'
import { closeOrder, combineOrder, reopenOrder } from './order-actions.ts'

const WRITE = {
  requires: { kind: 'merchant', scope: 'orders:write' } satisfies Requirement,
  refusals: ['MARKET_NOT_FOUND'],
} as const

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
    fastify.post<{ Params: OrderPath }>(
      `/orders/:reference/${name}`,
      { config: WRITE, schema: { ...documented, ...schema } },
      async (request) => {
        return await act(database, principalOf(request), request.params.reference)
      },
    )
  }

  fastify.put<{ Params: OrderPath; Body: OrderCombination }>(
    '/orders/:reference/combination',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_STATUS'] },
      schema: { ...COMBINE, ...schema, body: OrderCombination },
    },
    async (request) => {
      const { reference } = request.params
      return await combineOrder(database, principalOf(request), reference, request.body)
    },
  )
}
