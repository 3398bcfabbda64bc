import type { Database } from '@entrepot/database'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { PAGE_ITEMS, PENDING_HEADER, PollQuery, SYNC_HEADER } from '../copy/schema.ts'
import type { ChannelIds } from '../copy/store.ts'
import type { Feed } from '../copy/token.ts'
import { countChanges } from '../log/counts.ts'
import type { RecordSync } from '../log/recorder.ts'
import { ownChannel } from './channel-ids.ts'
import { POLL_DATA, POLL_OFFERS } from './feeds.ts'
import { type Pending, type PollAnswer, pollData, pollOffers } from './poll.ts'

/** The routes with which channels poll: GET of /products/data and /products/offers. */
export function pollRoutes(fastify: FastifyInstance, database: Database, record: RecordSync): void {
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
      if (isRefusal(polled)) return polled
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
  const counts =
    feed === 'data' ? `create=${create}, update=${update}, remove=${remove}` : `offers=${offers}`
  return `${counts}, complete${isComplete ? '' : '=?0'}`
}
