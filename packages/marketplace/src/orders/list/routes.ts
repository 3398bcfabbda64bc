import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { answerOrder, toOrderResponse } from '../record/response.ts'
import { OrderIdPath, OrderPath, OrderResponse } from '../record/schema.ts'
import {
  getNeighbours,
  getOrder,
  getOrderByReference,
  listNewOrders,
  listOrders,
} from './orders.ts'
import { NeighboursQuery, NewOrdersQuery, OrderNeighbours, OrdersQuery } from './query-schema.ts'

const MERCHANT: Requirement = { kind: 'merchant', scope: 'orders:read' }
const NEW = { requires: MERCHANT }
const READ = { requires: [MERCHANT, { kind: 'channel', scope: 'orders:read' }] } satisfies {
  requires: readonly Requirement[]
}

/** A channel can read only its own orders. */
const ownChannelId = (request: FastifyRequest) => principalOf(request).channel?.channelId

/** The routes that read orders. */
export function orderRoutes(fastify: FastifyInstance, database: Database): void {
  addLists(fastify, database)
  addReads(fastify, database)
  addNeighbours(fastify, database)
}

function addLists(fastify: FastifyInstance, database: Database): void {
  const response = { 200: { type: 'array', items: OrderResponse } }

  fastify.get<{ Querystring: OrdersQuery }>(
    '/orders',
    {
      config: READ,
      schema: {
        operationId: 'listOrders',
        tags: ['Orders'],
        summary: 'List orders',
        description:
          'A page of the orders that match all given filters, oldest first unless `sort` says otherwise. The header `Link` names the next page. A channel gets its own orders.',
        querystring: OrdersQuery,
        response,
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const principal = principalOf(request)
      const place = { ...filter, ownChannelId: ownChannelId(request), ...(after && { after }) }
      const { orders, next } = await listOrders(database, principal.customer, place, pageSize)
      if (next) linkNext(request, reply, next)
      return orders.map((order) => toOrderResponse(order, principal))
    },
  )

  fastify.get<{ Querystring: NewOrdersQuery }>(
    '/orders/new',
    {
      config: NEW,
      schema: {
        operationId: 'listNewOrders',
        tags: ['Orders'],
        summary: 'List new orders',
        description:
          'The oldest orders with the status NEW. Acknowledge them, and call again: there is no cursor, because acknowledged orders are no longer new.',
        querystring: NewOrdersQuery,
        response,
      },
    },
    async (request) => {
      const { pageSize = PAGE_SIZE } = request.query
      const principal = principalOf(request)
      const orders = await listNewOrders(database, principal.customer, pageSize)
      return orders.map((order) => toOrderResponse(order, principal))
    },
  )
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: OrderPath }>(
    '/orders/:reference',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getOrder',
        tags: ['Orders'],
        summary: 'Read an acknowledged order',
        description:
          'An order, named by the reference that the merchant gave it. A channel can read its own orders.',
        params: OrderPath,
        response: { 200: OrderResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { reference } = request.params
      const own = ownChannelId(request)
      return answerOrder(
        await getOrderByReference(database, principal.customer, reference, own),
        principal,
      )
    },
  )

  fastify.get<{ Params: OrderIdPath }>(
    '/orders/id/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getOrderById',
        tags: ['Orders'],
        summary: 'Read an order by its Id',
        description: 'An order, acknowledged or not. A channel can read its own orders.',
        params: OrderIdPath,
        response: { 200: OrderResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const id = Number(request.params.id)
      return answerOrder(
        await getOrder(database, principal.customer, id, ownChannelId(request)),
        principal,
      )
    },
  )
}

function addNeighbours(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: OrderIdPath; Querystring: NeighboursQuery }>(
    '/orders/id/:id/neighbours',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getOrderNeighbours',
        tags: ['Orders'],
        summary: 'Read the orders beside one in a list',
        description:
          'The orders before and behind an order in the list with the given filters and sort. The place of the order is where it would be, so that work on a list can go on when an order has left it. Null at the ends of the list.',
        params: OrderIdPath,
        querystring: NeighboursQuery,
        response: { 200: OrderNeighbours },
      },
    },
    async (request) => {
      const { customer } = principalOf(request)
      const filter = { ...request.query, ownChannelId: ownChannelId(request) }
      return await getNeighbours(database, customer, Number(request.params.id), filter)
    },
  )
}
