import type { FastifyRequest } from 'fastify'
import { principalOf } from '../http/access.ts'
import type { ChannelPath } from './schema.ts'
import type { ChannelIds } from './store.ts'

/** The channel that the path of a request names. */
export function channelOf(request: FastifyRequest<{ Params: ChannelPath }>): ChannelIds {
  return {
    customerId: principalOf(request).customer.customerId,
    channelId: Number(request.params.id),
  }
}
