import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { ChannelChange, ChannelPath, ChannelRequest, ChannelResponse } from '../copy/schema.ts'
import { channelOf } from '../poll/channel-ids.ts'
import {
  changeSettings,
  deactivateChannel,
  getSettings,
  listSettings,
  openChannel,
} from './settings.ts'

const READ = { requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'channels:write' } satisfies Requirement }

/** The routes of channels and their settings. */
export function channelRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addCreation(fastify, database)
  addRead(fastify, database)
  addChange(fastify, database)
  addDeletion(fastify, database)
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
    async (request) => {
      return await getSettings(database, channelOf(request))
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
    async (request) => {
      return await changeSettings(
        database,
        channelOf(request),
        request.body,
        principalOf(request).actor,
      )
    },
  )
}

function addCreation(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: ChannelRequest }>(
    '/channels',
    {
      config: { ...WRITE, refusals: ['MARKET_REFERENCE_IN_USE'] },
      schema: {
        operationId: 'createChannel',
        tags: ['Channels'],
        summary: 'Create a channel',
        description:
          'Creates a channel. It needs a key of its own, which `POST /keys` creates. Names are unique among the channels of the merchant.',
        body: ChannelRequest,
        response: { 201: ChannelResponse },
      },
    },
    async (request, reply) => {
      const { customer, actor } = principalOf(request)
      reply.code(201)
      return await openChannel(database, customer.customerId, request.body, actor)
    },
  )
}

function addDeletion(fastify: FastifyInstance, database: Database): void {
  fastify.delete<{ Params: ChannelPath }>(
    '/channels/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'deleteChannel',
        tags: ['Channels'],
        summary: 'Deactivate a channel',
        description:
          'Sets `IsActive` to false: within a second, the keys of the channel are refused, so it gets no products and sends no orders. The channel, its name, its keys and its orders stay. `PATCH` with `IsActive: true` activates it again. The call may be repeated.',
        params: ChannelPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { actor } = principalOf(request)
      return (await deactivateChannel(database, channelOf(request), actor)) ?? {}
    },
  )
}
