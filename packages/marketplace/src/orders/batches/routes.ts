import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { acknowledgeOrder } from '../acknowledgement/acknowledge.ts'
import { fulfilTogether } from '../fulfilment/fulfil.ts'
import type { Recorded } from '../fulfilment/plan/operation.ts'
import { draftShipment } from '../fulfilment/records/draft.ts'
import type { ShipmentRequest } from '../fulfilment/records/schema.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import type { OrderRow } from '../record/store.ts'
import {
  AcknowledgementBatch,
  AcknowledgementOutcome,
  ShipmentBatch,
  ShipmentOutcome,
} from './schema.ts'

const DONE = { Outcome: 'done' as const, Code: null, Detail: null, Errors: [] }

/** The calls of merchants for up to a hundred orders at once. */
export function batchRoutes(fastify: FastifyInstance, database: Database): void {
  addAcknowledgements(fastify, database)
  addShipments(fastify, database)
}

function addAcknowledgements(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: AcknowledgementBatch }>(
    '/order-batches/acknowledgements',
    {
      config: { requires: ORDER_ACTIONS.acknowledge.requires, limit: 'bulk' },
      schema: {
        operationId: 'acknowledgeOrders',
        tags: ['Orders'],
        summary: 'Acknowledge several orders',
        description:
          'Acknowledges up to 100 orders, each as the call for one order does, in the order of the list. One that is refused does not prevent the others. A repeated request with the same references, or without any, changes nothing. For more orders, or a filter, create a job.',
        body: AcknowledgementBatch,
        response: { 200: { type: 'array', items: AcknowledgementOutcome } },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      const outcomes: AcknowledgementOutcome[] = []
      for (const one of request.body.Acknowledgements) {
        const result = await acknowledgeOrder(database, customer, one, actor)
        outcomes.push(acknowledged(one.OrderId, result))
      }
      return outcomes
    },
  )
}

function acknowledged(OrderId: number, result: OrderRow | Refusal): AcknowledgementOutcome {
  if (isRefusal(result)) {
    return { OrderId, MerchantOrderReference: null, Status: null, ...refused(result) }
  }
  const { MerchantReference: MerchantOrderReference, Status } = result
  return { OrderId, MerchantOrderReference, Status, ...DONE }
}

function addShipments(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: ShipmentBatch }>(
    '/order-batches/shipments',
    {
      config: { requires: ORDER_ACTIONS.ship.requires, limit: 'bulk' },
      schema: {
        operationId: 'createShipments',
        tags: ['Shipments'],
        summary: 'Create several shipments',
        description:
          'Records up to 100 shipments together, each as the call for one shipment does, in the order of the list. One that is refused does not prevent the others. A repeated request returns the existing shipments.',
        body: ShipmentBatch,
        response: { 200: { type: 'array', items: ShipmentOutcome } },
      },
    },
    async (request) => {
      const { Shipments } = request.body
      const drafts = Shipments.map(draftShipment)
      const results = await fulfilTogether(database, principalOf(request), drafts)
      return results.map((result, index) => shipped(Shipments[index] as ShipmentRequest, result))
    },
  )
}

function shipped(request: ShipmentRequest, result: Recorded | Refusal): ShipmentOutcome {
  const { MerchantShipmentReference, MerchantOrderReference } = request
  const names = { MerchantShipmentReference, MerchantOrderReference }
  if (isRefusal(result)) return { ...names, OrderId: null, Units: 0, ...refused(result) }
  const { orderId: OrderId, lines } = (result as Recorded).row
  const Units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { ...names, OrderId, Units, ...DONE }
}

function refused({ code, detail, errors }: Refusal) {
  const Errors = errors.map(({ path, message }) => ({ path, message }))
  return { Outcome: 'refused', Code: code, Detail: detail, Errors } as const
}
