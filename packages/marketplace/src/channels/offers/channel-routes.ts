import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { decodePlace, encodePlace } from '../../accounts/channels/place.ts'
import { ProductCreationResult, ProductPath } from '../../catalogue/products/schema.ts'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { isDateTime } from '../../kit/shared/formats.ts'
import {
  decodeReference,
  encodeReference,
  linkNext,
  PAGE_SIZE,
  placeOf,
} from '../../kit/shared/paging.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import type { OverridePlace } from '../copy/offers/override-store.ts'
import { ChannelPath } from '../copy/schema.ts'
import { OfferOverride } from '../offer-rules/shapes/schema.ts'
import { channelOf } from '../poll/channel-ids.ts'
import { listOverrides, putOverrides, removeOverrides } from './overrides.ts'
import { listHeld } from './reviews.ts'
import { getOfferRules, putOfferRules } from './rules.ts'
import {
  HeldOffer,
  NO_BEGIN,
  OfferRulesRequest,
  OfferRulesResponse,
  OfOneChannelQuery,
  OverrideQuery,
  OverrideResponse,
  OverridesRequest,
} from './schema.ts'

const READ = {
  requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement,
  refusals: ['MARKET_NOT_FOUND'],
} as const
const WRITE = {
  requires: { kind: 'merchant', scope: 'channels:write' } satisfies Requirement,
  refusals: ['MARKET_NOT_FOUND'],
} as const

/** The routes of what one channel is offered: its rules, its overrides and its problems. */
export function channelOfferRoutes(fastify: FastifyInstance, database: Database): void {
  addRules(fastify, database)
  addOverrideList(fastify, database)
  addOverrideWrites(fastify, database)
  addProblems(fastify, database)
}

function addRules(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath }>(
    '/channels/:id/offer-rules',
    {
      config: READ,
      schema: {
        operationId: 'getOfferRules',
        tags: ['Offers'],
        summary: 'Read the rules of offers',
        description:
          'Which products a channel is offered, how many units of them, and at what price. Without rules: every product, its price, and all units that are available.',
        params: ChannelPath,
        response: { 200: OfferRulesResponse },
      },
    },
    async (request) => await getOfferRules(database, channelOf(request)),
  )

  fastify.put<{ Params: ChannelPath; Body: OfferRulesRequest }>(
    '/channels/:id/offer-rules',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_OFFER_RULES_CHANGED'] },
      schema: {
        operationId: 'replaceOfferRules',
        tags: ['Offers'],
        summary: 'Replace the rules of offers',
        description:
          'Replaces all rules: parts that are left out are removed. The products are compared with them during the next polls of the channel, and polls go on meanwhile. Prices that move by more than the guard allows wait for a decision. Use the preview to see what would change.',
        params: ChannelPath,
        body: OfferRulesRequest,
        response: { 200: OfferRulesResponse },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      const { channelId } = channelOf(request)
      return await putOfferRules(database, customer, channelId, request.body, actor)
    },
  )
}

function addOverrideList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath; Querystring: OfOneChannelQuery }>(
    '/channels/:id/offer-overrides',
    {
      config: READ,
      schema: {
        operationId: 'listOfferOverrides',
        tags: ['Offers'],
        summary: 'List overrides of offers',
        description:
          'A page of what the channel is offered of single products instead of what the rules give, by product and begin. The header `Link` names the next page.',
        params: ChannelPath,
        querystring: OfOneChannelQuery,
        response: { 200: { type: 'array', items: OverrideResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor, decodeOverride)
      if (isRefusal(after)) return after
      const place = after === undefined ? filter : { ...filter, after }
      const page = await listOverrides(database, channelOf(request), place, pageSize)
      if (isRefusal(page)) return page
      if (page.next) linkNext(request, reply, encodeOverride(page.next))
      return page.overrides
    },
  )
}

function encodeOverride({ reference, from }: OverridePlace): string {
  return encodeReference(`${from ?? ''}/${reference}`)
}

function decodeOverride(text: string): OverridePlace | undefined {
  const [, from, reference] = /^([^/]*)\/(.+)$/u.exec(decodeReference(text) ?? '') ?? []
  const isPlace = reference !== undefined && (from === '' || isDateTime(from ?? ''))
  return isPlace ? { reference, from: from || null } : undefined
}

function addOverrideWrites(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: ChannelPath; Body: readonly unknown[] }>(
    '/channels/:id/offer-overrides',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        document: { body: { ...OverridesRequest, items: OfferOverride } },
      },
      schema: {
        operationId: 'storeOfferOverrides',
        tags: ['Offers'],
        summary: 'Store overrides of offers',
        description:
          'Stores prices, stock rules and hidden products for this channel, for ever or from and until a time, such as a sale. An override replaces the one of the same product with the same `From`. Of several that hold at a time, the one that began last counts. A parent that is hidden hides its variants; a price or stock of a parent is refused, because it is never sold. Invalid items are rejected one by one.',
        params: ChannelPath,
        body: OverridesRequest,
        response: { 200: ProductCreationResult },
      },
    },
    async (request) =>
      await putOverrides(database, channelOf(request), request.body, principalOf(request).actor),
  )

  fastify.delete<{ Params: ChannelPath & ProductPath; Querystring: OverrideQuery }>(
    '/channels/:id/offer-overrides/:reference',
    {
      config: WRITE,
      schema: {
        operationId: 'deleteOfferOverrides',
        tags: ['Offers'],
        summary: 'Delete overrides of a product',
        description:
          'Deletes the overrides of a product for this channel, or one of them. With `price`, one that somebody has given another price meanwhile stays.',
        params: {
          ...ChannelPath,
          properties: { ...ChannelPath.properties, ...ProductPath.properties },
          required: ['id', 'reference'],
        },
        querystring: OverrideQuery,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { reference } = request.params
      const { from, price } = request.query
      const { actor } = principalOf(request)
      const ids = channelOf(request)
      const choice = { from: from === NO_BEGIN ? null : from, price }
      return (await removeOverrides(database, ids, reference, choice, actor)) ?? {}
    },
  )
}

function addProblems(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath; Querystring: OfOneChannelQuery }>(
    '/channels/:id/offer-problems',
    {
      config: READ,
      schema: {
        operationId: 'listOfferProblems',
        tags: ['Offers'],
        summary: 'List products that cannot be offered',
        description:
          'A page of the products whose offer to this channel cannot be computed, with what is missing, by reference. They are not listed there; where they are already, they keep their price and have no stock. The header `Link` names the next page.',
        params: ChannelPath,
        querystring: OfOneChannelQuery,
        response: { 200: { type: 'array', items: HeldOffer } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor, decodePlace)
      if (isRefusal(after)) return after
      const ids = channelOf(request)
      const rules = await getOfferRules(database, ids)
      if (isRefusal(rules)) return rules
      const place = { ...filter, kind: 'problem', channel: ids.channelId, after } as const
      const page = await listHeld(database, ids.customerId, place, pageSize)
      if (page.next) linkNext(request, reply, encodePlace(page.next))
      return page.offers
    },
  )
}
