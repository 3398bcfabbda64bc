import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { countConnectionFigures } from '../../connections/figures-store.ts'
import { principalOf } from '../../kit/http/access.ts'
import type { Principal, Requirement } from '../../kit/principals/principal.ts'
import { readSales } from './sales.ts'
import { Sales, SalesQuery } from './sales-schema.ts'
import { Overview, OverviewQuery } from './schema.ts'
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
      'connections:read',
    ],
  } satisfies Requirement,
}

/** The routes of the overview and of sales. */
export function figureRoutes(fastify: FastifyInstance, database: Database): void {
  addSales(fastify, database)
  fastify.get<{ Querystring: OverviewQuery }>(
    '/figures/overview',
    {
      config: { ...READ, limit: 'bulk' },
      schema: {
        operationId: 'getOverview',
        tags: ['Customer'],
        summary: 'Read the figures of an overview',
        description:
          'What waits for the merchant, and the sales of the last 30 days. Parts for which the credentials lack the scope are null. Days are those of the time zone of the merchant.',
        querystring: OverviewQuery,
        response: { 200: Overview },
      },
    },
    async (request) =>
      await getOverview(database, principalOf(request), request.query.sales ?? true),
  )
}

function addSales(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: SalesQuery }>(
    '/figures/sales',
    {
      config: {
        requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement,
        limit: 'bulk',
      },
      schema: {
        operationId: 'getSales',
        tags: ['Customer'],
        summary: 'Read the sales of 7, 30 or 90 days',
        description:
          'Orders and revenue by day and channel, compared with as many days before, the products with the most revenue, the margin as far as purchase prices are known, and the units returned. Days are those of the time zone of the merchant, and an order counts on the day on which it was stored, also for what is cancelled or refunded later.',
        querystring: SalesQuery,
        response: { 200: Sales },
      },
    },
    async (request) => {
      const { customer, scopes } = principalOf(request)
      const { days = 30 } = request.query
      return {
        ...(await readSales(database, customer, days, scopes.includes('products:read'))),
        UnitsReturned: scopes.includes('fulfilment:read')
          ? await store.sumUnitsReturned(database, customer.customerId, days)
          : null,
      }
    },
  )
}

/** Reads the parts of the overview that a principal can read. */
async function getOverview(
  database: Database,
  { customer, scopes }: Principal,
  withSales: boolean,
): Promise<Overview> {
  const { customerId } = customer
  const orders = scopes.includes('orders:read')
  const at = await store.currentTime(database)
  // One after another, so that an overview does not use several connections.
  return {
    At: at.toISOString(),
    Orders: orders ? await readOrders(database, customerId) : null,
    Sales: orders && withSales ? await store.sumSales(database, customer) : null,
    Comparison: orders ? await store.compareSales(database, customer) : null,
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
    Connections: scopes.includes('connections:read')
      ? await countConnectionFigures(database, customerId)
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
