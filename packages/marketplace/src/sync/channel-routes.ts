import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal } from '../shared/errors.ts'
import { Nothing } from '../shared/wire.ts'
import { ChannelPath, ChannelRequest, ChannelResponse } from './schema.ts'
import { deactivateChannel, openChannel } from './settings.ts'

const WRITE = { requires: { kind: 'merchant', scope: 'channels:write' } satisfies Requirement }

/** The routes that create and deactivate channels. */
export function channelRoutes(fastify: FastifyInstance, database: Database): void {
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
      const channel = await openChannel(database, customer.customerId, request.body, actor)
      return isRefusal(channel) ? sendProblem(reply, channel) : reply.code(201).send(channel)
    },
  )

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
    async (request, reply) => {
      const { customer, actor } = principalOf(request)
      const ids = { customerId: customer.customerId, channelId: Number(request.params.id) }
      const refusal = await deactivateChannel(database, ids, actor)
      return refusal ? sendProblem(reply, refusal) : {}
    },
  )
}
