/** The route of streams of events. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { principalOf, type RecheckPrincipal } from '../../http/access.ts'
import { subjectOf } from '../../limits/hooks.ts'
import { type Names, namesOf } from '../../names/names.ts'
import { isRefusal } from '../../shared/errors.ts'
import { rangeOf, readersOf } from '../access.ts'
import {
  asSeenBy,
  type EventRange,
  latestCursor,
  readEvents,
  type StoredEvent,
} from '../read-store.ts'
import { toEventResponse } from '../schema.ts'
import { PAGE_ITEMS } from './log-reader.ts'
import { createRelay } from './relay.ts'
import { EventStreamQuery } from './schema.ts'
import { type Recipient, type StreamPage, toItem } from './stream-page.ts'
import { STREAM_BOUNDS, Streams } from './streams.ts'

type StreamRequest = FastifyRequest<{ Querystring: EventStreamQuery }>

/** Adds the stream of events. All streams end when the instance closes, before it waits for its requests. */
export function eventStreamRoutes(
  fastify: FastifyInstance,
  database: Database,
  recheck: RecheckPrincipal,
): void {
  const names = namesOf(fastify)
  const relay = createRelay(database)
  const streams = new Streams<StoredEvent>({
    relay,
    bounds: STREAM_BOUNDS,
    logOf: (customerId) => ({
      read: async (cursor) =>
        await readPage(database, customerId, { cursor, types: names.eventTypes }),
      findEnd: async () => await latestCursor(database, customerId),
      onError: (err) => fastify.log.warn({ err }, 'the events could not be read for streams'),
    }),
  })
  fastify.addHook('preClose', async () => streams.close())
  fastify.addHook('onClose', async () => await relay.close())

  fastify.get<{ Querystring: EventStreamQuery }>(
    '/events/stream',
    {
      exposeHeadRoute: false,
      config: { requires: readersOf(names), isEndless: true, document: DOCUMENT },
      schema: {
        ...STREAM_EVENTS,
        querystring: EventStreamQuery,
        response: { 200: { content: { 'text/event-stream': { schema: { type: 'string' } } } } },
      },
    },
    async (request, reply) => await open({ database, names, streams, recheck }, request, reply),
  )
}

const DOCUMENT = {
  requestHeaders: {
    'Last-Event-ID':
      'The id of the last message, to get everything since. It has priority over `after`.',
  },
  answers: { 200: 'The events, until one side closes the connection.' },
}

const STREAM_EVENTS = {
  operationId: 'streamEvents',
  tags: ['Events'],
  summary: 'Stream events as they happen',
  description:
    'Server-sent events: each message without an event name has an event in its data, in the order of the commits. The id of a message is a cursor: connect again with it as `Last-Event-ID`, to any node, and nothing is skipped; some events may come again. Messages named `cursor` only move the cursor. A comment is sent after 15 seconds without an event. The stream ends when the credentials end, and when the client does not read.',
}

/** What a stream is opened with. */
interface StreamSource {
  readonly database: Database
  readonly names: Names
  readonly streams: Streams<StoredEvent>
  readonly recheck: RecheckPrincipal
}

async function open(
  { database, names, streams, recheck }: StreamSource,
  request: StreamRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const principal = principalOf(request)
  const { after: first, ...wanted } = request.query
  const after = request.headers['last-event-id']?.toString() || first
  const range = rangeOf(names, principal, { ...wanted, ...(after && { after }) })
  if (isRefusal(range)) return range
  const { customerId } = principal.customer
  const place = await streams.open(customerId, subjectOf(principal).name)
  if (isRefusal(place)) {
    reply.header('retry-after', '5')
    return place
  }
  startAnswer(reply)
  const { cursor, ...filter } = range
  place.start({
    cursor: cursor === 'latest' ? undefined : cursor,
    body: reply.raw,
    recipient: principal.channel?.channelId,
    selectFor: (current) => selects(rangeOf(names, current, wanted)),
    readWanted: async (from) => await readPage(database, customerId, { ...filter, cursor: from }),
    recheck: async () => await recheck(request),
    onEnd: (reason) => {
      if (reason === 'slow') request.log.info('a client read its events too slowly: cut off')
    },
  })
  return reply
}

/** Sends the headers. From here on, Fastify does not touch the answer. */
function startAnswer(reply: FastifyReply): void {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  // Keeps nginx from collecting the answer.
  reply.header('x-accel-buffering', 'no')
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
}

async function readPage(
  database: Database,
  customerId: string,
  filter: Omit<EventRange, 'limit'>,
): Promise<StreamPage<StoredEvent>> {
  const part = { ...filter, limit: PAGE_ITEMS }
  const { events, next, isLast } = await readEvents(database, customerId, part)
  const format = (event: StoredEvent, channelId: Recipient) =>
    toEventResponse(channelId === undefined ? event : asSeenBy(channelId, event))
  return { items: events.map((event) => toItem(event.eventId, event, format)), next, isLast }
}

/** Makes the test of single events by the filters with which pages are read. A refused range selects nothing. */
function selects(range: ReturnType<typeof rangeOf>): (event: StoredEvent) => boolean {
  if (isRefusal(range)) return () => false
  const { subject, channelId } = range
  const types = new Set<string>(range.types)
  return (event) =>
    types.has(event.type) &&
    (channelId === undefined || event.channelId === channelId) &&
    (subject === undefined ||
      (event.subjectKind === subject.kind && event.subjectId === subject.id))
}
