import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Channel } from '../channels/schema.ts'
import { correctOrder } from '../corrections/corrections.ts'
import { isRefusal, refuse, refuseFaults } from '../errors.ts'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../keys/authenticate.ts'
import { decodeCursor, linkNext, PAGE_SIZE } from '../paging.ts'
import { acknowledgeOrder } from './acknowledge.ts'
import { toOrderResponse } from './draft.ts'
import { createOrderIntake } from './intake.ts'
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
import * as store from './store.ts'

const create = { requires: { kind: 'channel', scope: 'orders:create' } satisfies Requirement }
const read = { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement }
const write = { requires: { kind: 'merchant', scope: 'orders:write' } satisfies Requirement }

/** The calls on /orders (spec A.2, A.6). */
export function orderRoutes(fastify: FastifyInstance, database: Database): void {
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

  fastify.get<{ Querystring: OrdersQuery }>(
    '/orders',
    {
      config: read,
      schema: {
        querystring: OrdersQuery,
        response: { 200: { type: 'array', items: OrderResponse } },
      },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = cursor === undefined ? undefined : decodeCursor(cursor)
      if (cursor !== undefined && after === undefined) {
        const message = 'must be taken from the Link of a page'
        return sendProblem(reply, refuseFaults([{ path: '/cursor', message }]))
      }
      const orders = await store.findOrders(
        database,
        customer.customerId,
        { ...filter, ...(after && { after }) },
        pageSize,
      )
      const last = orders.at(-1)
      if (last && orders.length === pageSize) {
        linkNext(request, reply, { micros: last.micros, id: String(last.Id) })
      }
      return orders.map(({ micros: _, ...order }) => toOrderResponse(order))
    },
  )

  fastify.get<{ Querystring: NewOrdersQuery }>(
    '/orders/new',
    {
      config: read,
      schema: {
        querystring: NewOrdersQuery,
        response: { 200: { type: 'array', items: OrderResponse } },
      },
    },
    async (request) => {
      const { customer } = principalOf(request)
      const limit = request.query.pageSize ?? PAGE_SIZE
      const orders = await store.findNewOrders(database, customer.customerId, limit)
      return orders.map(toOrderResponse)
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

  fastify.get<{ Params: OrderPath }>(
    '/orders/:reference',
    { config: read, schema: { params: OrderPath, response: { 200: OrderResponse } } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const { reference } = request.params
      const order = await store.findOrderByReference(database, customer.customerId, reference)
      if (order) return toOrderResponse(order)
      const detail = `There is no acknowledged order ${JSON.stringify(reference)}.`
      return sendProblem(reply, refuse('MARKET_NOT_FOUND', detail))
    },
  )

  fastify.get<{ Params: OrderIdPath }>(
    '/orders/id/:id',
    { config: read, schema: { params: OrderIdPath, response: { 200: OrderResponse } } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const id = Number(request.params.id)
      const order = await store.findOrder(database, customer.customerId, id)
      if (order) return toOrderResponse(order)
      return sendProblem(reply, refuse('MARKET_NOT_FOUND', `There is no order with Id ${id}.`))
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
