import type { Database } from '@entrepot/database'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal, type Refusal } from '../shared/errors.ts'
import { Nothing } from '../shared/wire.ts'
import { addAcknowledgements, ownChannel } from './acknowledge-routes.ts'
import { POLL_DATA, POLL_OFFERS } from './feeds.ts'
import { countChanges } from './log-counts.ts'
import { createSyncRecorder } from './log-recorder.ts'
import { type Pending, type PollAnswer, pollData, pollOffers } from './poll.ts'
import { previewPolls } from './preview.ts'
import {
  ChannelChange,
  ChannelPath,
  ChannelResponse,
  PAGE_ITEMS,
  PENDING_HEADER,
  PollQuery,
  PREVIEW_ITEMS,
  PreviewQuery,
  SYNC_HEADER,
  SyncPreview,
} from './schema.ts'
import {
  changeSettings,
  getSettings,
  getSyncStatus,
  listSettings,
  resetChannel,
} from './settings.ts'
import { SyncStatus } from './status-schema.ts'
import type { ChannelIds } from './store.ts'
import type { Feed } from './token.ts'

const READ = { requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'channels:write' } satisfies Requirement }

/** The routes of synchronisation: /products/data and /products/offers for channels, /channels for merchants. */
export function syncRoutes(fastify: FastifyInstance, database: Database): void {
  const record = createSyncRecorder(fastify, database)
  addFeed(fastify, POLL_DATA, '/products/data', 'data', async (request, ids, maxCount) => {
    const startedAt = performance.now()
    const polled = await pollData(database, ids, maxCount)
    if (!isRefusal(polled)) {
      record(principalOf(request), 'POLL_DATA', startedAt, countChanges(polled.body))
    }
    return polled
  })
  addFeed(fastify, POLL_OFFERS, '/products/offers', 'offers', async (request, ids, maxCount) => {
    const startedAt = performance.now()
    const polled = await pollOffers(database, ids, maxCount)
    if (!isRefusal(polled)) {
      record(principalOf(request), 'POLL_OFFERS', startedAt, { offers: polled.body.length })
    }
    return polled
  })
  addAcknowledgements(fastify, database, record)
  addChannels(fastify, database)
}

function addFeed<T>(
  fastify: FastifyInstance,
  { config, schema }: { readonly config: FastifyContextConfig; readonly schema: FastifySchema },
  url: string,
  feed: Feed,
  poll: (
    request: FastifyRequest,
    ids: ChannelIds,
    maxCount: number,
  ) => Promise<PollAnswer<T> | Refusal>,
): void {
  fastify.get<{ Querystring: PollQuery }>(
    url,
    {
      config,
      exposeHeadRoute: false,
      schema: { querystring: PollQuery, ...schema },
    },
    async (request, reply) => {
      const polled = await poll(request, ownChannel(request), request.query.maxCount ?? PAGE_ITEMS)
      if (isRefusal(polled)) return sendProblem(reply, polled)
      reply.header(SYNC_HEADER, polled.token)
      reply.header(PENDING_HEADER, writePending(feed, polled.pending))
      return polled.body
    },
  )

  // An answer to HEAD has no body, so it serves no items.
  fastify.head<{ Querystring: PollQuery }>(
    url,
    { config, schema: { querystring: PollQuery } },
    async (_, reply) => reply.type('application/json; charset=utf-8').send(),
  )
}

/** Formats a dictionary of RFC 9651, such as `create=3, update=0, remove=1, complete`. */
function writePending(feed: Feed, { create, update, remove, offers, isComplete }: Pending): string {
  const figures =
    feed === 'data' ? `create=${create}, update=${update}, remove=${remove}` : `offers=${offers}`
  return `${figures}, complete${isComplete ? '' : '=?0'}`
}

function addChannels(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addRead(fastify, database)
  addChange(fastify, database)
  addStatus(fastify, database)
  addPreview(fastify, database)
  addReset(fastify, database)
}

function idsOf(request: FastifyRequest<{ Params: ChannelPath }>): ChannelIds {
  return {
    customerId: principalOf(request).customer.customerId,
    channelId: Number(request.params.id),
  }
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get(
    '/channels',
    {
      config: READ,
      schema: {
        operationId: 'listChannels',
        tags: ['Channels'],
        summary: 'List channels',
        description: 'All channels of the merchant with their settings, oldest first.',
        response: { 200: { type: 'array', items: ChannelResponse } },
      },
    },
    async (request) => await listSettings(database, principalOf(request).customer.customerId),
  )
}

function addRead(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath }>(
    '/channels/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getChannel',
        tags: ['Channels'],
        summary: 'Read a channel',
        description: 'The settings of a channel.',
        params: ChannelPath,
        response: { 200: ChannelResponse },
      },
    },
    async (request, reply) => {
      const settings = await getSettings(database, idsOf(request))
      return isRefusal(settings) ? sendProblem(reply, settings) : settings
    },
  )
}

function addChange(fastify: FastifyInstance, database: Database): void {
  fastify.patch<{ Params: ChannelPath; Body: ChannelChange }>(
    '/channels/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_REFERENCE_IN_USE'] },
      schema: {
        operationId: 'changeChannel',
        tags: ['Channels'],
        summary: 'Change a channel',
        description:
          'Changes settings of a channel. Values that are left out stay. Its products are compared with the new settings during the next polls. Within a second after `IsActive: false`, the keys of the channel are refused.',
        params: ChannelPath,
        body: ChannelChange,
        response: { 200: ChannelResponse },
      },
    },
    async (request, reply) => {
      const settings = await changeSettings(
        database,
        idsOf(request),
        request.body,
        principalOf(request).actor,
      )
      return isRefusal(settings) ? sendProblem(reply, settings) : settings
    },
  )
}

function addStatus(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath }>(
    '/channels/:id/sync',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getChannelSync',
        tags: ['Channels'],
        summary: 'Read the state of a synchronisation',
        description:
          'How many products a channel lists, and how many it must still create, update or remove. The call serves no items to the channel.',
        params: ChannelPath,
        response: { 200: SyncStatus },
      },
    },
    async (request, reply) => {
      const status = await getSyncStatus(database, idsOf(request))
      return isRefusal(status) ? sendProblem(reply, status) : status
    },
  )
}

function addPreview(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath; Querystring: PreviewQuery }>(
    '/channels/:id/sync/preview',
    {
      config: { ...READ, limit: 'bulk', refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'previewChannelSync',
        tags: ['Channels'],
        summary: 'Preview the next poll',
        description:
          'What the next polls of products and of offers would answer to the channel. The call records nothing: the items do not count as sent.',
        params: ChannelPath,
        querystring: PreviewQuery,
        response: { 200: SyncPreview },
      },
    },
    async (request, reply) => {
      const { maxCount = PREVIEW_ITEMS } = request.query
      const preview = await previewPolls(database, idsOf(request), maxCount)
      return isRefusal(preview) ? sendProblem(reply, preview) : preview
    },
  )
}

function addReset(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: ChannelPath }>(
    '/channels/:id/sync/reset',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'resetChannelSync',
        tags: ['Channels'],
        summary: 'Send all products again',
        description:
          'For a channel that has lost its products: every listed product is sent again as an update, and every offer. The references of the channel stay.',
        params: ChannelPath,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const refusal = await resetChannel(database, idsOf(request))
      return refusal ? sendProblem(reply, refusal) : {}
    },
  )
}
