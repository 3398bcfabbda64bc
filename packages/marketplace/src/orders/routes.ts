import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Channel } from '../channels/schema.ts'
import { correctOrder } from '../corrections/corrections.ts'
import { isRefusal, refuseFaults } from '../errors.ts'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../keys/authenticate.ts'
import { decodeCursor, linkNext, PAGE_SIZE } from '../paging.ts'
import { acknowledgeOrder } from './acknowledge.ts'
import { createOrderIntake } from './intake.ts'
import { getOrder, getOrderByReference, listNewOrders, listOrders } from './orders.ts'
import {
  AcknowledgementRequest,
  NewOrdersQuery,
  OrderCorrection,
  OrderIdPath,
  OrderPath,
  OrderRequest,
  OrderResponse,
  OrdersQuery,
} from './schema.ts'

const create = { requires: { kind: 'channel', scope: 'orders:create' } satisfies Requirement }
const read = { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement }
const write = { requires: { kind: 'merchant', scope: 'orders:write' } satisfies Requirement }

/** The calls on /orders (spec A.2, A.6). */
export function orderRoutes(fastify: FastifyInstance, database: Database): void {
  addWrites(fastify, database)
  addLists(fastify, database)
  addReads(fastify, database)
}

function addWrites(fastify: FastifyInstance, database: Database): void {
  const takeOrder = createOrderIntake(database)

  fastify.post<{ Body: OrderRequest }>(
    '/orders',
    {
      config: create,
      schema: { body: OrderRequest, response: { 200: OrderResponse, 201: OrderResponse } },
    },
    async (request, reply) => {
      const { customer, channel } = principalOf(request)
      const taken = await takeOrder({ customer, channel: channel as Channel }, request.body)
      if (isRefusal(taken)) return sendProblem(reply, taken)
      return reply.code(taken.created ? 201 : 200).send(taken.order)
    },
  )

  fastify.post<{ Body: AcknowledgementRequest }>(
    '/orders/acknowledge',
    {
      config: write,
      schema: { body: AcknowledgementRequest, response: { 200: OrderResponse } },
    },
    async (request, reply) => {
      const order = await acknowledgeOrder(database, principalOf(request).customer, request.body)
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )

  fastify.patch<{ Params: OrderIdPath; Body: OrderCorrection }>(
    '/orders/id/:id',
    {
      config: write,
      schema: { params: OrderIdPath, body: OrderCorrection, response: { 200: OrderResponse } },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const id = Number(request.params.id)
      const order = await correctOrder(database, customer, id, request.body)
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )
}

function addLists(fastify: FastifyInstance, database: Database): void {
  const response = { 200: { type: 'array', items: OrderResponse } }

  fastify.get<{ Querystring: OrdersQuery }>(
    '/orders',
    { config: read, schema: { querystring: OrdersQuery, response } },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, apikey: _, ...filter } = request.query
      const after = cursor === undefined ? undefined : decodeCursor(cursor)
      if (cursor !== undefined && after === undefined) {
        const message = 'must be taken from the Link of a page'
        return sendProblem(reply, refuseFaults([{ path: '/cursor', message }]))
      }
      const { customer } = principalOf(request)
      const place = after ? { ...filter, after } : filter
      const { orders, next } = await listOrders(database, customer, place, pageSize)
      if (next) linkNext(request, reply, next)
      return orders
    },
  )

  fastify.get<{ Querystring: NewOrdersQuery }>(
    '/orders/new',
    { config: read, schema: { querystring: NewOrdersQuery, response } },
    async (request) => {
      const { pageSize = PAGE_SIZE } = request.query
      return await listNewOrders(database, principalOf(request).customer, pageSize)
    },
  )
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: OrderPath }>(
    '/orders/:reference',
    { config: read, schema: { params: OrderPath, response: { 200: OrderResponse } } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const order = await getOrderByReference(database, customer, request.params.reference)
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )

  fastify.get<{ Params: OrderIdPath }>(
    '/orders/id/:id',
    { config: read, schema: { params: OrderIdPath, response: { 200: OrderResponse } } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const order = await getOrder(database, customer, Number(request.params.id))
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )
}
