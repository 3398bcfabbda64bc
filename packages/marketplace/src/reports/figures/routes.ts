import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Principal, Requirement } from '../../kit/principals/principal.ts'
import { Overview } from './schema.ts'
import * as store from './store.ts'

const READ = {
  requires: {
    kind: 'merchant',
    scope: [
      'orders:read',
      'fulfilment:read',
      'products:read',
      'channels:read',
      'keys:read',
      'webhooks:read',
    ],
  } satisfies Requirement,
}

/** The route of the overview. */
export function figureRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get(
    '/figures/overview',
    {
      config: { ...READ, limit: 'bulk' },
      schema: {
        operationId: 'getOverview',
        tags: ['Customer'],
        summary: 'Read the figures of an overview',
        description:
          'What waits for the merchant, and the sales of the last 30 days. Parts for which the credentials lack the scope are null. Days are in UTC.',
        response: { 200: Overview },
      },
    },
    async (request) => await getOverview(database, principalOf(request)),
  )
}

/** Reads the parts of the overview that a principal can read. */
async function getOverview(
  database: Database,
  { customer: { customerId }, scopes }: Principal,
): Promise<Overview> {
  const orders = scopes.includes('orders:read')
  const at = await store.currentTime(database)
  // One after another, so that an overview does not use several connections.
  return {
    At: at.toISOString(),
    Orders: orders ? await readOrders(database, customerId) : null,
    Sales: orders ? await store.sumSales(database, customerId) : null,
    Comparison: orders ? await store.compareSales(database, customerId) : null,
    ReturnsToDecide: scopes.includes('fulfilment:read')
      ? await store.countReturnsToDecide(database, customerId)
      : null,
    UnitsReturned: scopes.includes('fulfilment:read')
      ? await store.sumUnitsReturned(database, customerId)
      : null,
    Offers: scopes.includes('products:read') ? await readOffers(database, customerId) : null,
    FailingWebhooks: scopes.includes('webhooks:read')
      ? await store.findFailingWebhooks(database, customerId)
      : null,
    Channels: scopes.includes('channels:read')
      ? await store.findChannelFigures(database, customerId)
      : null,
    EndingKeys: scopes.includes('keys:read')
      ? await store.findEndingKeys(database, customerId)
      : null,
  }
}

async function readOrders(
  database: Database,
  customerId: string,
): Promise<NonNullable<Overview['Orders']>> {
  return {
    ...(await store.countOrders(database, customerId)),
    OldestOpen: await store.findOldestOpen(database, customerId),
  }
}

async function readOffers(
  database: Database,
  customerId: string,
): Promise<NonNullable<Overview['Offers']>> {
  const counts = await store.countOpenHolds(database, customerId)
  return {
    ToReview: counts.flatMap(({ cause, ...count }) =>
      cause === null ? [] : [{ ...count, Cause: cause }],
    ),
    Problems: counts.flatMap(({ cause, ...count }) => (cause === null ? [count] : [])),
  }
}
