import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { getOrder, getOrderByReference } from '../list/orders.ts'
import { OrderIdPath, OrderPath } from '../record/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import type { OrderRow } from '../record/store.ts'
import { commentOrder } from './comments.ts'
import { listOrderEvents } from './history.ts'
import { HistoryQuery, OrderComment, OrderEvent } from './schema.ts'

const READ = {
  requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement,
  refusals: ['MARKET_NOT_FOUND'],
} as const

/** The routes that read the history of an order, and that comment on it. */
export function historyRoutes(fastify: FastifyInstance, database: Database): void {
  addComments(fastify, database)
  const response = { 200: { type: 'array', items: OrderEvent } }
  const query = { querystring: HistoryQuery, response }
  type Request = FastifyRequest<{ Querystring: HistoryQuery }>

  async function answer(request: Request, reply: FastifyReply, order: OrderRow | Refusal) {
    const after = placeOf(request.query.cursor)
    if (isRefusal(after)) return after
    if (isRefusal(order)) return order
    const { pageSize = PAGE_SIZE } = request.query
    const { customer } = principalOf(request)
    const { events, next } = await listOrderEvents(database, customer, order.Id, after, pageSize)
    if (next) linkNext(request, reply, next)
    return events
  }

  fastify.get<{ Params: OrderPath; Querystring: HistoryQuery }>(
    '/orders/:reference/history',
    {
      config: READ,
      schema: {
        operationId: 'listOrderHistory',
        tags: ['Orders'],
        summary: 'Read the history of an acknowledged order',
        description:
          'The events of an order, oldest first, named by the reference of the merchant.',
        params: OrderPath,
        ...query,
      },
    },
    async (request, reply) => {
      const { reference } = request.params
      const order = await getOrderByReference(database, principalOf(request).customer, reference)
      return await answer(request, reply, order)
    },
  )

  fastify.get<{ Params: OrderIdPath; Querystring: HistoryQuery }>(
    '/orders/id/:id/history',
    {
      config: READ,
      schema: {
        operationId: 'listOrderHistoryById',
        tags: ['Orders'],
        summary: 'Read the history of an order by its Id',
        description: 'The events of an order, oldest first, acknowledged or not.',
        params: OrderIdPath,
        ...query,
      },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      return await answer(
        request,
        reply,
        await getOrder(database, customer, Number(request.params.id)),
      )
    },
  )
}

function addComments(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: OrderIdPath; Body: OrderComment }>(
    '/orders/id/:id/comments',
    {
      config: {
        requires: ORDER_ACTIONS.comment.requires,
        refusals: ['MARKET_NOT_FOUND'],
      },
      schema: {
        operationId: 'commentOrder',
        tags: ['Orders'],
        summary: 'Comment on an order',
        description:
          'Adds a comment to the history of an order, with who wrote it. The channel of the order does not see it. Comments cannot be changed.',
        params: OrderIdPath,
        body: OrderComment,
        response: { 201: Nothing },
      },
    },
    async (request, reply) => {
      const id = Number(request.params.id)
      reply.code(201)
      return (await commentOrder(database, principalOf(request), id, request.body.Comment)) ?? {}
    },
  )
}
