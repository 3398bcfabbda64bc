/** The routes by which channels acknowledge what they have processed. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { stringifyYielding } from '../../kit/yielding/stringify-yielding.ts'
import { type ProcessedChanges, type Rejection, SYNC_HEADER } from '../copy/schema.ts'
import { countProcessed } from '../log/counts.ts'
import type { RecordSync } from '../log/recorder.ts'
import { ownChannel } from '../poll/channel-ids.ts'
import { ACKNOWLEDGE_DATA, ACKNOWLEDGE_OFFERS } from '../poll/feeds.ts'
import { acknowledgeData, acknowledgeOffers } from './acknowledge.ts'

/** Enough for 100,000 references. */
const ACKNOWLEDGEMENT_BODY_LIMIT = 10 * 1024 * 1024

/** The routes with which channels acknowledge: POST to /products/data and /products/offers. */
export function acknowledgeRoutes(
  fastify: FastifyInstance,
  database: Database,
  record: RecordSync,
): void {
  const common = {
    bodyLimit: ACKNOWLEDGEMENT_BODY_LIMIT,
    // Enough for 100 transactions with 100,000 references.
    handlerTimeout: 120_000,
  }

  fastify.post<{ Body: ProcessedChanges }>(
    '/products/data',
    { ...common, ...ACKNOWLEDGE_DATA },
    async (request, reply) => {
      const { body = null } = request
      const startedAt = performance.now()
      const channel = ownChannel(request)
      const outcome = await acknowledgeData(database, channel, body, tokenOf(request))
      if (!isRefusal(outcome)) {
        const result = { ...countProcessed(body), rejections: outcome }
        record(principalOf(request), 'ACKNOWLEDGE_DATA', startedAt, result)
      }
      return await answerRejections(reply, outcome)
    },
  )

  fastify.post<{ Body: readonly (string | null)[] | null }>(
    '/products/offers',
    { ...common, ...ACKNOWLEDGE_OFFERS },
    async (request, reply) => {
      const { body = null } = request
      const startedAt = performance.now()
      const channel = ownChannel(request)
      const outcome = await acknowledgeOffers(database, channel, body, tokenOf(request))
      if (!isRefusal(outcome)) {
        const result = { offers: body?.length ?? 0, rejections: outcome }
        record(principalOf(request), 'ACKNOWLEDGE_OFFERS', startedAt, result)
      }
      return await answerRejections(reply, outcome)
    },
  )
}

function tokenOf(request: FastifyRequest): string | undefined {
  return request.headers[SYNC_HEADER.toLowerCase()] as string | undefined
}

async function answerRejections(reply: FastifyReply, outcome: readonly Rejection[] | Refusal) {
  if (isRefusal(outcome)) return outcome
  if (outcome.length === 0) return {}
  // There can be 100,000 rejections.
  const rejected = await stringifyYielding(outcome)
  return reply.type('application/json; charset=utf-8').send(`{"Rejected":${rejected}}`)
}
