import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { countOrders } from '../../orders/list/orders.ts'
import { OrderCounts, OrderCountsQuery } from '../../orders/list/query-schema.ts'

const READ: readonly Requirement[] = [
  { kind: 'merchant', scope: 'orders:read' },
  { kind: 'channel', scope: 'orders:read' },
]

/** The route that counts orders. */
export function orderCountRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: OrderCountsQuery }>(
    '/figures/orders',
    {
      config: { requires: READ },
      schema: {
        operationId: 'countOrders',
        tags: ['Orders'],
        summary: 'Count orders by status',
        description:
          'How many orders of each status match all given filters, which are those of the list. A channel counts its own orders.',
        querystring: OrderCountsQuery,
        response: { 200: OrderCounts },
      },
    },
    async (request) => {
      const { customer, channel } = principalOf(request)
      // A channel can count only its own orders.
      return await countOrders(database, customer, {
        ...request.query,
        ownChannelId: channel?.channelId,
      })
    },
  )
}
