import type { FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { ChannelPath } from '../copy/schema.ts'
import type { ChannelIds } from '../copy/store.ts'

/** The channel that the path of a request names. */
export function channelOf(request: FastifyRequest<{ Params: ChannelPath }>): ChannelIds {
  return {
    customerId: principalOf(request).customer.customerId,
    channelId: Number(request.params.id),
  }
}

/** The channel of the key of a request. */
export function ownChannel(request: FastifyRequest): ChannelIds {
  const { customer, channel } = principalOf(request)
  return { customerId: customer.customerId, channelId: (channel as Channel).channelId }
}
