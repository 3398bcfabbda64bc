import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { decodePlace, encodePlace } from '../../accounts/channels/place.ts'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { decodeId, encodeReference, linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { listOfferHistory } from './history.ts'
import { decidePrices, listHeld } from './reviews.ts'
import {
  DecisionRequest,
  DecisionResult,
  GuardedQuery,
  HeldOffer,
  HistoryQuery,
  OfferHistoryEntry,
} from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'products:write' } satisfies Requirement }

/** The routes of offers to all channels: prices that wait for a person, and the history. */
export function offerRoutes(fastify: FastifyInstance, database: Database): void {
  addGuarded(fastify, database)
  addDecisions(fastify, database)
  addHistory(fastify, database)
}

function addGuarded(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: GuardedQuery }>(
    '/offers/guarded',
    {
      config: READ,
      schema: {
        operationId: 'listGuardedPrices',
        tags: ['Offers'],
        summary: 'List prices that wait for a person',
        description:
          'A page of the prices that would move by more than the guard of their channel allows, by channel and product. The channels keep the prices that they know. The header `Link` names the next page.',
        querystring: GuardedQuery,
        response: { 200: { type: 'array', items: HeldOffer } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor, decodePlace)
      if (isRefusal(after)) return after
      const { customerId } = principalOf(request).customer
      const place = { ...filter, kind: 'guarded', after } as const
      const page = await listHeld(database, customerId, place, pageSize)
      if (page.next) linkNext(request, reply, encodePlace(page.next))
      return page.offers
    },
  )
}

function addDecisions(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: DecisionRequest }>(
    '/offers/decisions',
    {
      config: { ...WRITE, limit: 'bulk' },
      schema: {
        operationId: 'decideGuardedPrices',
        tags: ['Offers'],
        summary: 'Accept or refuse prices that wait',
        description:
          'Decides on single prices, or on all of a channel, of a cause, or of both. An accepted price is offered at the next poll. A refused one leaves the price that the channel knows, until another price is to be offered.',
        body: DecisionRequest,
        response: { 200: DecisionResult },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      return await decidePrices(database, customer.customerId, request.body, actor)
    },
  )
}

function addHistory(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: HistoryQuery }>(
    '/offers/history',
    {
      config: READ,
      schema: {
        operationId: 'listOfferHistory',
        tags: ['Offers'],
        summary: 'List what channels were to be offered of a product',
        description:
          'A page of the changes of what channels were to be offered of a product, newest first, with what has caused each change and who. A change is recorded when the channel is next compared with the product. Changes are kept for 90 days. The header `Link` names the next page.',
        querystring: HistoryQuery,
        response: { 200: { type: 'array', items: OfferHistoryEntry } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, product, channel } = request.query
      const before = placeOf(cursor, decodeId)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const filter = { channel, before }
      const page = await listOfferHistory(database, customerId, product, filter, pageSize)
      if (page.next) linkNext(request, reply, encodeReference(page.next))
      return page.entries
    },
  )
}
