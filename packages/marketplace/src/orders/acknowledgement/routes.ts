import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { refuseIssues } from '../../kit/shared/errors.ts'
import { AcknowledgementRequest } from '../record/merchant-schema.ts'
import { answerOrder } from '../record/response.ts'
import { OrderResponse } from '../record/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import { acknowledgeOrder } from './acknowledge.ts'
import { proposeReferences } from './give-references.ts'
import { prefixIssues } from './rules.ts'
import { ProposalsQuery, ProposedReference } from './schema.ts'

/** The routes with which a merchant acknowledges a new order, and asks for its reference. */
export function acknowledgementRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: AcknowledgementRequest }>(
    '/orders/acknowledge',
    {
      config: {
        requires: ORDER_ACTIONS.acknowledge.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_ORDER_STATUS', 'MARKET_REFERENCE_IN_USE'],
      },
      schema: {
        operationId: 'acknowledgeOrder',
        tags: ['Orders'],
        summary: 'Acknowledge an order',
        description:
          'Takes over a new order: it and each of its lines get references of the merchant. The order is then IN_PROGRESS. Without MerchantOrderReference, the hub takes the reference of the channel, or a free one that is like it; calls that run at once never get the same. A repeated request with the same references, or without any, changes nothing.',
        body: AcknowledgementRequest,
        response: { 200: OrderResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { customer, actor } = principal
      return answerOrder(await acknowledgeOrder(database, customer, request.body, actor), principal)
    },
  )

  fastify.get<{ Querystring: ProposalsQuery }>(
    '/proposed-references',
    {
      config: { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement },
      schema: {
        operationId: 'listProposedReferences',
        tags: ['Orders'],
        summary: 'Read the references that orders would get',
        description:
          'The references that orders get if they are acknowledged now, one after another, without MerchantOrderReference. Orders that are acknowledged already are left out. Another order can take a reference meanwhile: the acknowledgement then gives another one.',
        querystring: ProposalsQuery,
        response: { 200: { type: 'array', items: ProposedReference } },
      },
    },
    async (request) => {
      const { orderId, referenceFrom = null, prefix = null } = request.query
      const naming = { ReferenceFrom: referenceFrom, Prefix: prefix }
      const issues = prefixIssues(naming, '/prefix')
      if (issues.length > 0) return refuseIssues(issues)
      const { customerId } = principalOf(request).customer
      return await proposeReferences(database, customerId, orderId, naming)
    },
  )
}
