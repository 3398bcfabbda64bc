import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Channel } from '../channels/schema.ts'
import { correctOrder } from '../corrections/corrections.ts'
import { isRefusal, type Refusal } from '../errors.ts'
import { closeOrder, combineOrder, reopenOrder } from '../fulfilment/order-actions.ts'
import { listOrderEvents } from '../history/history.ts'
import { OrderEvent } from '../history/schema.ts'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../keys/authenticate.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../paging.ts'
import { acknowledgeOrder } from './acknowledge.ts'
import { createOrderIntake } from './intake.ts'
import { getOrder, getOrderByReference, listNewOrders, listOrders } from './orders.ts'
import {
  AcknowledgementRequest,
  HistoryQuery,
  NewOrdersQuery,
  OrderCombination,
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
  addActions(fastify, database)
  addHistory(fastify, database)
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
      const { customer, channel, keyId } = principalOf(request)
      const taken = await takeOrder({ customer, channel: channel as Channel, keyId }, request.body)
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
      const { customer, keyId } = principalOf(request)
      const order = await acknowledgeOrder(database, customer, request.body, keyId)
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
      const { customer, keyId } = principalOf(request)
      const id = Number(request.params.id)
      const order = await correctOrder(database, customer, id, request.body, keyId)
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

/** What a merchant does with an acknowledged order as a whole. */
function addActions(fastify: FastifyInstance, database: Database): void {
  const schema = { params: OrderPath, response: { 200: OrderResponse } }

  for (const [name, act] of [
    ['close', closeOrder],
    ['reopen', reopenOrder],
  ] as const) {
    fastify.post<{ Params: OrderPath }>(
      `/orders/:reference/${name}`,
      { config: write, schema },
      async (request, reply) => {
        const order = await act(database, principalOf(request), request.params.reference)
        return isRefusal(order) ? sendProblem(reply, order) : order
      },
    )
  }

  fastify.put<{ Params: OrderPath; Body: OrderCombination }>(
    '/orders/:reference/combination',
    { config: write, schema: { ...schema, body: OrderCombination } },
    async (request, reply) => {
      const { reference } = request.params
      const order = await combineOrder(database, principalOf(request), reference, request.body)
      return isRefusal(order) ? sendProblem(reply, order) : order
    },
  )
}

function addHistory(fastify: FastifyInstance, database: Database): void {
  const response = { 200: { type: 'array', items: OrderEvent } }
  const query = { querystring: HistoryQuery, response }
  type Request = FastifyRequest<{ Querystring: HistoryQuery }>

  async function answer(request: Request, reply: FastifyReply, order: OrderResponse | Refusal) {
    const after = placeOf(request.query.cursor)
    if (isRefusal(after)) return sendProblem(reply, after)
    if (isRefusal(order)) return sendProblem(reply, order)
    const { pageSize = PAGE_SIZE } = request.query
    const { customer } = principalOf(request)
    const { events, next } = await listOrderEvents(database, customer, order.Id, after, pageSize)
    if (next) linkNext(request, reply, next)
    return events
  }

  fastify.get<{ Params: OrderPath; Querystring: HistoryQuery }>(
    '/orders/:reference/history',
    { config: read, schema: { params: OrderPath, ...query } },
    async (request, reply) => {
      const { reference } = request.params
      const order = await getOrderByReference(database, principalOf(request).customer, reference)
      return await answer(request, reply, order)
    },
  )

  fastify.get<{ Params: OrderIdPath; Querystring: HistoryQuery }>(
    '/orders/id/:id/history',
    { config: read, schema: { params: OrderIdPath, ...query } },
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
