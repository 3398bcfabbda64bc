import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../../kit/http/access.ts'
import type { Requirement } from '../../../kit/principals/principal.ts'
import { isRefusal } from '../../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../../kit/shared/paging.ts'
import { ORDER_ACTIONS } from '../../record/state/actions.ts'
import { FulfilmentPath } from '../records/schema.ts'
import { createRefund, getRefund, listRefunds, toRefundResponse } from './refunds.ts'
import { RefundRequest, RefundResponse, RefundsQuery } from './schema.ts'

const READ: readonly Requirement[] = [
  { kind: 'merchant', scope: 'fulfilment:read' },
  { kind: 'channel', scope: 'fulfilment:read' },
]

const TAGS = ['Refunds']

const CREATE = {
  operationId: 'createRefund',
  tags: TAGS,
  summary: 'Create a refund',
  description:
    'Records that a buyer gets back a part of the price of an acknowledged order without a return. It is at most what was paid and is not refunded yet; returns then refund at most the rest. A repeated request returns the existing refund.',
}
const LIST = {
  operationId: 'listRefunds',
  tags: TAGS,
  summary: 'List refunds',
  description:
    'A page of the refunds that match all given filters, oldest first unless `sort` says otherwise. A channel sees those of its own orders. The header `Link` names the next page.',
}
const GET = {
  operationId: 'getRefund',
  tags: TAGS,
  summary: 'Read a refund',
  description:
    'A refund by the reference of the merchant. A channel sees those of its own orders, without who created them.',
}

const CREATED = {
  200: 'The refund already exists with this content: the request was repeated.',
  201: 'The refund was created.',
}

/** The routes of /refunds. */
export function refundRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: RefundRequest }>(
    '/refunds',
    {
      config: {
        requires: ORDER_ACTIONS.refund.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_REFERENCE_IN_USE', 'MARKET_REFUND_EXCEEDED'],
        document: { answers: CREATED },
      },
      schema: {
        ...CREATE,
        body: RefundRequest,
        response: { 200: RefundResponse, 201: RefundResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const recorded = await createRefund(database, principal, request.body)
      if (isRefusal(recorded)) return recorded
      return reply
        .code(recorded.created ? 201 : 200)
        .send(toRefundResponse(recorded.row, principal))
    },
  )

  fastify.get<{ Querystring: RefundsQuery }>(
    '/refunds',
    {
      config: { requires: READ },
      schema: {
        ...LIST,
        querystring: RefundsQuery,
        response: { 200: { type: 'array', items: RefundResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...query } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const principal = principalOf(request)
      const page = await listRefunds(database, principal, { ...query, after }, pageSize)
      if (page.next) linkNext(request, reply, page.next)
      return page.rows.map((row) => toRefundResponse(row, principal))
    },
  )

  fastify.get<{ Params: FulfilmentPath }>(
    '/refunds/:reference',
    {
      config: { requires: READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: { ...GET, params: FulfilmentPath, response: { 200: RefundResponse } },
    },
    async (request) => {
      const principal = principalOf(request)
      const row = await getRefund(database, principal, request.params.reference)
      return isRefusal(row) ? row : toRefundResponse(row, principal)
    },
  )
}
