import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import { type Names, namesOf } from '../names/names.ts'
import { isRefusal } from '../shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../shared/paging.ts'
import { rangeOf, readersOf } from './access.ts'
import { latestCursor, readEvents } from './read-store.ts'
import { readRecentEvents } from './recent-store.ts'
import { EventsQuery, eventSchema, RecentEventsQuery, toEventResponse } from './schema.ts'

const DOCUMENT = {
  headers: {
    'Entrepot-Cursor': 'The position after these events, for `after` of a later request.',
  },
}

/** The routes that read the log of events. */
export function eventRoutes(fastify: FastifyInstance, database: Database): void {
  const names = namesOf(fastify)
  addRecent(fastify, database, names)
  fastify.get<{ Querystring: EventsQuery }>(
    '/events',
    {
      config: { requires: readersOf(names), document: DOCUMENT },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the log of events',
        description:
          'Returns the events of the records that the caller may read, in the order in which they were written. Events are kept for 90 days, those of orders permanently. A channel reads the events that concern it. Follow `Link` until it is missing; a page can have fewer events than `pageSize` before the last. Then repeat the call with `after` set to `Entrepot-Cursor` for what has happened since: no event is skipped.',
        querystring: EventsQuery,
        response: { 200: { type: 'array', items: eventSchema(names) } },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { customerId } = principal.customer
      const range = rangeOf(names, principal, request.query)
      if (isRefusal(range)) return range
      if (range.cursor === 'latest') {
        reply.header('entrepot-cursor', await latestCursor(database, customerId))
        return []
      }
      const { pageSize: limit = PAGE_SIZE } = request.query
      const { events, next, isLast } = await readEvents(database, customerId, { ...range, limit })
      reply.header('entrepot-cursor', next)
      if (!isLast) linkNext(request, reply, next, 'after')
      return events.map(toEventResponse)
    },
  )
}

function addRecent(fastify: FastifyInstance, database: Database, names: Names): void {
  fastify.get<{ Querystring: RecentEventsQuery }>(
    '/events/recent',
    {
      config: { requires: readersOf(names).slice(0, 1) },
      schema: {
        operationId: 'listRecentEvents',
        tags: ['Events'],
        summary: 'List the latest events',
        description:
          'The events that the caller may read, newest first, for people who look for what happened. The header `Link` names the next page; a page can have fewer events than `pageSize` before the last. An event whose transaction ends late can be missing here for a moment: programs that need every event use `GET /v2/events`.',
        querystring: RecentEventsQuery,
        response: { 200: { type: 'array', items: eventSchema(names) } },
      },
    },
    async (request, reply) => {
      const { q, cursor, pageSize: limit = PAGE_SIZE, ...wanted } = request.query
      const principal = principalOf(request)
      const range = rangeOf(names, principal, wanted)
      if (isRefusal(range)) return range
      const place = placeOf(cursor)
      if (isRefusal(place)) return place
      const text = q?.trim()
      const { events, next } = await readRecentEvents(database, principal.customer.customerId, {
        types: range.types,
        subject: range.subject,
        agent: range.agent,
        before: place?.id,
        limit,
        ...(text && { text }),
      })
      if (next !== undefined) linkNext(request, reply, { micros: '0', id: next })
      return events.map(toEventResponse)
    },
  )
}
