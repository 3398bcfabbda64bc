import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal } from '../shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../shared/paging.ts'
import { getOrder, getOrderByReference, listNewOrders, listOrders } from './orders.ts'
import { NewOrdersQuery, OrderIdPath, OrderPath, OrderResponse, OrdersQuery } from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement }

/** The routes that read orders. */
export function orderRoutes(fastify: FastifyInstance, database: Database): void {
  addLists(fastify, database)
  addReads(fastify, database)
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
          'A page of the orders of all channels, oldest first. The header `Link` names the next page.',
        querystring: OrdersQuery,
        response,
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, apikey: _, ...filter } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return sendProblem(reply, after)
      const { customer } = principalOf(request)
      const place = after ? { ...filter, after } : filter
      const { orders, next } = await listOrders(database, customer, place, pageSize)
      if (next) linkNext(request, reply, next)
      return orders
    },
  )

  fastify.get<{ Querystring: NewOrdersQuery }>(
    '/orders/new',
    {
      config: READ,
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
      return await listNewOrders(database, principalOf(request).customer, pageSize)
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
        description: 'An order, named by the reference that the merchant gave it.',
        params: OrderPath,
        response: { 200: OrderResponse },
      },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const order = await getOrderByReference(database, customer, request.params.reference)
      return isRefusal(order) ? sendProblem(reply, order) : order
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
        description: 'An order, acknowledged or not.',
        params: OrderIdPath,
        response: { 200: OrderResponse },
      },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const order = await getOrder(database, customer, Number(request.params.id))
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )
}
