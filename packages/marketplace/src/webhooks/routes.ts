import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../kit/http/access.ts'
import { ownerOf } from '../kit/principals/owner.ts'
import { isRefusal, type Refusal, refuse } from '../kit/shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../kit/shared/paging.ts'
import { Nothing } from '../kit/shared/wire.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { toWebhookResponse } from './responses.ts'
import { READ, type WebhookRouteParts, type WithParts, WRITE } from './route-parts.ts'
import {
  IssuedWebhookResponse,
  WebhookChange,
  WebhookPath,
  WebhookRequest,
  WebhookResponse,
  WebhookRotation,
  WebhooksQuery,
} from './schema.ts'
import { findWebhook, findWebhooks } from './store.ts'
import {
  changeWebhook,
  createWebhook,
  type IssuedWebhook,
  noSuchWebhook,
  removeWebhook,
  rotateSecret,
  switchWebhook,
} from './webhooks.ts'

/** The routes of webhooks and their deliveries. */
export function webhookRoutes(fastify: FastifyInstance, parts: WebhookRouteParts): void {
  const { sealer } = parts
  const withParts: WithParts = async (work) => {
    if (sealer !== undefined) return await work({ ...parts, sealer })
    const detail = 'This hub sends no webhooks: enable them in its configuration.'
    return refuse('MARKET_WEBHOOKS_OFF', detail)
  }
  addReads(fastify, parts)
  addCreate(fastify, withParts)
  addRotate(fastify, withParts)
  addChange(fastify, withParts)
  addDelete(fastify, withParts)
  addSwitch(fastify, withParts, 'enable')
  addSwitch(fastify, withParts, 'disable')
  deliveryRoutes(fastify, parts.database, withParts)
}

function addReads(fastify: FastifyInstance, { database }: WebhookRouteParts): void {
  fastify.get<{ Querystring: WebhooksQuery }>(
    '/webhooks',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: 'List webhooks',
        description:
          'A page of webhooks, oldest first: all of the merchant and its channels, or those of the channel. The header `Link` names the next page.',
        querystring: WebhooksQuery,
        response: { 200: { type: 'array', items: WebhookResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, channelId } = request.query
      const place = placeOf(cursor)
      if (isRefusal(place)) return place
      const owner = ownerOf(principalOf(request))
      if (owner.channelId !== null && channelId !== undefined && channelId !== owner.channelId)
        return []
      const of = { ...owner, channelId: owner.channelId ?? channelId ?? null }
      const webhooks = await findWebhooks(database, of, place?.id, pageSize)
      linkFull(request, reply, webhooks, pageSize, (last) => ({ micros: '0', id: last.webhookId }))
      return webhooks.map(toWebhookResponse)
    },
  )

  fastify.get<{ Params: WebhookPath }>(
    '/webhooks/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getWebhook',
        tags: ['Webhooks'],
        summary: 'Read a webhook',
        description: 'A webhook with its state. It never contains the secret.',
        params: WebhookPath,
        response: { 200: WebhookResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const webhook = await findWebhook(database, ownerOf(principalOf(request)), id)
      if (webhook === undefined) return noSuchWebhook(id)
      return toWebhookResponse(webhook)
    },
  )
}

function addCreate(fastify: FastifyInstance, withParts: WithParts): void {
  fastify.post<{ Body: WebhookRequest }>(
    '/webhooks',
    {
      config: {
        ...WRITE,
        hasSecret: true,
        refusals: [
          'MARKET_FORBIDDEN',
          'MARKET_NOT_FOUND',
          'MARKET_TOO_MANY_WEBHOOKS',
          'MARKET_WEBHOOKS_OFF',
        ],
      },
      schema: {
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Create a webhook',
        description:
          'Sends the events that occur from now on to a URL, signed by the Standard Webhooks specification. The secret is in `Secret` of this answer only. The credentials need the scopes with which the records of these events can be read.',
        body: WebhookRequest,
        response: { 201: IssuedWebhookResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const issued = await withParts((parts) => createWebhook(parts, principal, request.body))
      return answerIssued(reply, issued, 201)
    },
  )
}

function addRotate(fastify: FastifyInstance, withParts: WithParts): void {
  fastify.post<{ Params: WebhookPath; Body: WebhookRotation }>(
    '/webhooks/:id/rotate',
    {
      config: { ...WRITE, hasSecret: true, refusals: ['MARKET_NOT_FOUND', 'MARKET_WEBHOOKS_OFF'] },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Replace the secret of a webhook',
        description:
          'Gives the webhook a new secret, which is in `Secret` of this answer only. For `OverlapSeconds`, deliveries are signed with both secrets, so that no signature fails while the receiver changes to the new one. A rotation within the overlap of another ends the oldest secret at once.',
        params: WebhookPath,
        body: WebhookRotation,
        response: { 200: IssuedWebhookResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { id } = request.params
      const issued = await withParts((parts) => rotateSecret(parts, principal, id, request.body))
      return answerIssued(reply, issued, 200)
    },
  )
}

function addChange(fastify: FastifyInstance, withParts: WithParts): void {
  fastify.patch<{ Params: WebhookPath; Body: WebhookChange }>(
    '/webhooks/:id',
    {
      config: {
        ...WRITE,
        refusals: ['MARKET_FORBIDDEN', 'MARKET_NOT_FOUND', 'MARKET_WEBHOOKS_OFF'],
      },
      schema: {
        operationId: 'changeWebhook',
        tags: ['Webhooks'],
        summary: 'Change a webhook',
        description:
          'Changes the values that are named. Deliveries that wait are sent to the new URL. Other types apply to events that are not yet deliveries. The channel of a webhook cannot be changed.',
        params: WebhookPath,
        body: WebhookChange,
        response: { 200: WebhookResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { id } = request.params
      const webhook = await withParts((parts) => changeWebhook(parts, principal, id, request.body))
      return isRefusal(webhook) ? webhook : toWebhookResponse(webhook)
    },
  )
}

function addDelete(fastify: FastifyInstance, withParts: WithParts): void {
  fastify.delete<{ Params: WebhookPath }>(
    '/webhooks/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_WEBHOOKS_OFF'] },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook',
        description:
          'Deletes a webhook with its secrets and its deliveries. Requests that are being sent still arrive; nothing more is sent.',
        params: WebhookPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      return (await withParts((parts) => removeWebhook(parts, principal, request.params.id))) ?? {}
    },
  )
}

const SWITCHES = {
  enable: {
    operationId: 'enableWebhook',
    summary: 'Enable a webhook',
    description:
      'Events are sent again: first those that have occurred while the webhook was disabled. The call may be repeated.',
  },
  disable: {
    operationId: 'disableWebhook',
    summary: 'Disable a webhook',
    description:
      'Nothing is sent until the webhook is enabled. Events that occur meanwhile are sent then; they are kept for 90 days, those of orders permanently. The call may be repeated.',
  },
}

function addSwitch(
  fastify: FastifyInstance,
  withParts: WithParts,
  action: keyof typeof SWITCHES,
): void {
  fastify.post<{ Params: WebhookPath }>(
    `/webhooks/:id/${action}`,
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_WEBHOOKS_OFF'] },
      schema: {
        ...SWITCHES[action],
        tags: ['Webhooks'],
        params: WebhookPath,
        response: { 200: WebhookResponse },
      },
    },
    async (request: FastifyRequest<{ Params: WebhookPath }>) => {
      const principal = principalOf(request)
      const { id } = request.params
      const webhook = await withParts((parts) =>
        switchWebhook(parts, principal, id, action === 'enable'),
      )
      return isRefusal(webhook) ? webhook : toWebhookResponse(webhook)
    },
  )
}

function answerIssued(reply: FastifyReply, issued: IssuedWebhook | Refusal, status: 200 | 201) {
  if (isRefusal(issued)) return issued
  const { webhook, secret } = issued as IssuedWebhook
  return reply.code(status).send({ ...toWebhookResponse(webhook), Secret: secret })
}
