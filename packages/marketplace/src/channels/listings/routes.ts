import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { decodePlace, encodePlace } from '../../accounts/channels/place.ts'
import { ProductPath } from '../../catalogue/products/schema.ts'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirements } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { getProductListings, listListings } from './listings.ts'
import { ListingResponse, ListingsQuery, ProductListing } from './schema.ts'

const READ = {
  requires: [
    { kind: 'merchant', scope: 'products:read' },
    { kind: 'channel', scope: 'products:sync' },
  ] satisfies Requirements,
} as const

/** The routes of listings. */
export function listingRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ProductPath }>(
    '/products/:reference/listings',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getProductListings',
        tags: ['Synchronisation'],
        summary: 'Read what channels know of a product',
        description:
          'One item for each channel of the merchant, also for those that do not list the product: what the channel has confirmed last, what it would get now, and the fields in which the two differ. A channel reads its own item. The call serves nothing to the channels.',
        params: ProductPath,
        response: { 200: { type: 'array', items: ProductListing } },
      },
    },
    async (request) => {
      const { customer, channel } = principalOf(request)
      const { reference } = request.params
      return await getProductListings(database, customer, reference, channel?.channelId)
    },
  )

  fastify.get<{ Querystring: ListingsQuery }>(
    '/listings',
    {
      config: READ,
      schema: {
        operationId: 'listListings',
        tags: ['Synchronisation'],
        summary: 'List what channels know',
        description:
          'A page of the products that channels list or should list, by channel and reference of the merchant, that match all given filters. The header `Link` names the next page. The state is that of the last comparison with the channel: a poll, a read of its synchronisation, or this call with `channelId`, which first compares up to 10,000 changes. A channel lists its own.',
        querystring: ListingsQuery,
        response: { 200: { type: 'array', items: ListingResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor, decodePlace)
      if (isRefusal(after)) return after
      const { customer, channel } = principalOf(request)
      const { channelId = channel?.channelId } = filter
      // A channel that asks for another one finds nothing, as for one that does not exist.
      if (channel && channelId !== channel.channelId) return []
      const place = { ...filter, ...(channelId && { channelId }), ...(after && { after }) }
      const page = await listListings(database, customer, place, pageSize)
      if (isRefusal(page)) return page
      if (page.next !== undefined) linkNext(request, reply, encodePlace(page.next))
      return page.listings
    },
  )
}
