import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../kit/http/access.ts'
import { namesOf } from '../kit/names/names.ts'
import { isRefusal } from '../kit/shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../kit/shared/paging.ts'
import { getDelivery, listDeliveries, repeatDelivery, replay, sendTest } from './deliveries.ts'
import { toDeliveryDetails, toDeliveryResponse, toWebhookResponse } from './responses.ts'
import { READ, type WithParts, WRITE } from './route-parts.ts'
import {
  DeliveriesQuery,
  DeliveryPath,
  deliverySchemas,
  WebhookPath,
  WebhookReplay,
  WebhookResponse,
} from './schema.ts'

const SENDS = ['MARKET_NOT_FOUND', 'MARKET_WEBHOOK_DISABLED', 'MARKET_WEBHOOKS_OFF'] as const

/** The routes of deliveries: what was sent, tests and repeats. */
export function deliveryRoutes(
  fastify: FastifyInstance,
  database: Database,
  withParts: WithParts,
): void {
  addReads(fastify, database)
  addTest(fastify, withParts)
  addReplays(fastify, withParts)
}

function addReads(fastify: FastifyInstance, database: Database): void {
  const names = namesOf(fastify)
  const { DeliveryResponse, DeliveryDetails } = deliverySchemas(names)
  fastify.get<{ Params: WebhookPath; Querystring: DeliveriesQuery }>(
    '/webhooks/:id/deliveries',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags: ['Webhooks'],
        summary: 'List the deliveries of a webhook',
        description:
          'A page of the deliveries of the last 30 days, newest first. The header `Link` names the next page.',
        params: WebhookPath,
        querystring: DeliveriesQuery,
        response: { 200: { type: 'array', items: DeliveryResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, state, type, eventId, since } = request.query
      const before = placeOf(cursor)
      if (isRefusal(before)) return before
      const filter = { state, type, eventId: eventId?.slice('evt_'.length), since }
      const { id } = request.params
      const principal = principalOf(request)
      const found = await listDeliveries(database, principal, id, filter, before, pageSize)
      if (isRefusal(found)) return found
      linkFull(request, reply, found, pageSize, (last) => ({ micros: '0', id: last.deliveryId }))
      return found.map(toDeliveryResponse)
    },
  )

  fastify.get<{ Params: DeliveryPath }>(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Read a delivery with its attempts',
        description:
          'A delivery with its attempts: when, with which answer, and the first KB of the request and of the answer.',
        params: DeliveryPath,
        response: { 200: DeliveryDetails },
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params
      const principal = principalOf(request)
      const found = await getDelivery(database, principal, id, deliveryId)
      return isRefusal(found) ? found : toDeliveryDetails(found, principal, names)
    },
  )
}

function addTest(fastify: FastifyInstance, withParts: WithParts): void {
  const { DeliveryResponse } = deliverySchemas(namesOf(fastify))
  fastify.post<{ Params: WebhookPath }>(
    '/webhooks/:id/test',
    {
      config: { ...WRITE, refusals: SENDS },
      schema: {
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Send a test to a webhook',
        description:
          'Sends an event of the type `webhook.test`, once, whatever types the webhook has. Read the delivery to see what the receiver has answered.',
        params: WebhookPath,
        response: { 201: DeliveryResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const sent = await withParts((parts) => sendTest(parts, principal, request.params.id))
      if (isRefusal(sent)) return sent
      return reply.code(201).send(toDeliveryResponse(sent))
    },
  )
}

function addReplays(fastify: FastifyInstance, withParts: WithParts): void {
  const { DeliveryResponse } = deliverySchemas(namesOf(fastify))
  fastify.post<{ Params: DeliveryPath }>(
    '/webhooks/:id/deliveries/:deliveryId/replay',
    {
      config: { ...WRITE, refusals: SENDS },
      schema: {
        operationId: 'replayWebhookDelivery',
        tags: ['Webhooks'],
        summary: 'Send a delivery again',
        description:
          'Sends a delivery again, also if it was delivered. It has the same `webhook-id`, so a receiver that remembers ids may skip it.',
        params: DeliveryPath,
        response: { 200: DeliveryResponse },
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params
      const principal = principalOf(request)
      const sent = await withParts((parts) => repeatDelivery(parts, principal, id, deliveryId))
      return isRefusal(sent) ? sent : toDeliveryResponse(sent)
    },
  )

  fastify.post<{ Params: WebhookPath; Body: WebhookReplay }>(
    '/webhooks/:id/replay',
    {
      config: { ...WRITE, refusals: SENDS },
      schema: {
        operationId: 'replayWebhook',
        tags: ['Webhooks'],
        summary: 'Send the events since a time again',
        description:
          'Sends all events of the types of the webhook since a given time until now, including those from before the webhook was created. `ReplayingSince` of the webhook is null once all of them are deliveries.',
        params: WebhookPath,
        body: WebhookReplay,
        response: { 200: WebhookResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { id } = request.params
      const webhook = await withParts((parts) => replay(parts, principal, id, request.body))
      return isRefusal(webhook) ? webhook : toWebhookResponse(webhook)
    },
  )
}
