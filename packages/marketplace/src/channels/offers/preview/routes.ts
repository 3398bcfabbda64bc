import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Requirement } from '../../../kit/principals/principal.ts'
import { ChannelPath } from '../../copy/schema.ts'
import { channelOf } from '../../poll/channel-ids.ts'
import { OfferRulesRequest } from '../schema.ts'
import { previewOfferRules } from './preview.ts'
import { OfferPreview } from './schema.ts'

/** A million products take half a minute. */
const PREVIEW_MS = 120_000

/** The route that tells what new rules would change. */
export function offerPreviewRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: ChannelPath; Body: OfferRulesRequest }>(
    '/channels/:id/offer-rules/preview',
    {
      config: {
        requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement,
        limit: 'bulk',
        refusals: ['MARKET_NOT_FOUND'],
      },
      handlerTimeout: PREVIEW_MS,
      schema: {
        operationId: 'previewOfferRules',
        tags: ['Offers'],
        summary: 'Preview rules of offers',
        description:
          'Compares what the channel would be offered by these rules with what it would be offered now, for all products, and stores nothing. A change of a price that would wait for review is among the changes of prices; until it is accepted, the channel keeps the price that it knows.',
        params: ChannelPath,
        body: OfferRulesRequest,
        response: { 200: OfferPreview },
      },
    },
    async (request, reply) => {
      const gone = goneSignal(reply)
      try {
        return await previewOfferRules(database, channelOf(request), request.body, gone)
      } catch (error) {
        if (!gone.aborted) throw error
        // Nobody waits for an answer.
        return reply.hijack()
      }
    },
  )
}

/**
 * Aborts when the connection of an answer closes. `request.signal` of Fastify aborts as soon as a body is read, because Node then closes the
 * request.
 */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
