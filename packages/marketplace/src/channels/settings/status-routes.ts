import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { ChannelPath, PREVIEW_ITEMS, PreviewQuery, SyncPreview } from '../copy/schema.ts'
import { channelOf } from '../poll/channel-ids.ts'
import { previewPolls } from '../poll/preview.ts'
import { getSyncStatus, resetChannel } from './settings.ts'
import { SyncStatus } from './status-schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'channels:write' } satisfies Requirement }

/** The routes with which a merchant looks at the synchronisation of a channel, and starts it again. */
export function syncStatusRoutes(fastify: FastifyInstance, database: Database): void {
  addStatus(fastify, database)
  addPreview(fastify, database)
  addReset(fastify, database)
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
    async (request) => {
      return await getSyncStatus(database, channelOf(request))
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
    async (request) => {
      const { maxCount = PREVIEW_ITEMS } = request.query
      return await previewPolls(database, channelOf(request), maxCount)
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
    async (request) => {
      return (await resetChannel(database, channelOf(request), principalOf(request).actor)) ?? {}
    },
  )
}
