/** The OpenAPI document of the hub, made from its routes. */
import type { Database } from '@entrepot/database'
import { type MarketplaceOptions, marketplace } from '@entrepot/marketplace'
import {
  collectRoutes,
  type OpenApiDocument,
  openApiDocument,
  type Ways,
} from '@entrepot/marketplace/openapi'
import Fastify, { type FastifyInstance } from 'fastify'
import { administration } from '../packages/server/src/host/administration.ts'
import { hubNames } from '../packages/server/src/names.ts'
import { HUB_SHAPES } from './hub-shapes.ts'

/** A database that cannot be used: routes use it only when they answer requests. */
const unused = new Proxy({} as Database, {
  get() {
    throw new Error('the document is made without a database')
  },
})

const SCOPE_TEXTS = Object.fromEntries(
  hubNames.scopes.merchant.map((scope) => {
    const [what, right] = scope.split(':')
    return [scope, `${right === 'read' ? 'Read' : 'Change'} ${what}`]
  }),
)

/** The ways in of the hub besides API keys. The hub puts its origin before the paths. */
const WAYS: Ways = {
  schemes: {
    oauth2: {
      type: 'oauth2',
      description:
        'An access token of the hub for the resource `/v2`, in `Authorization: Bearer`. It acts for the person who consented, with at most the rights of their role.',
      flows: {
        authorizationCode: {
          authorizationUrl: '/oauth/mcp/authorize',
          tokenUrl: '/oauth/mcp/token',
          refreshUrl: '/oauth/mcp/token',
          scopes: SCOPE_TEXTS,
        },
      },
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-entrepot_session',
      description:
        'The session of a person in a browser (`entrepot_session` without HTTPS). It needs the header Entrepot-Customer, and only pages of the hub itself can use it.',
    },
    customer: {
      type: 'apiKey',
      in: 'header',
      name: 'Entrepot-Customer',
      description:
        'The Id of the customer for which a person or an agent acts. An agent can leave it out if the person belongs to one customer only.',
    },
  },
  securityOf: (scopes) => [
    ...scopes.map((scope) => ({ oauth2: [scope] })),
    ...scopes.map((scope) => ({ oauth2: [scope], customer: [] })),
    { session: [], customer: [] },
  ],
  // The customer that the header names, for a person who is not a member of it.
  refusals: ['MARKET_NOT_FOUND'],
}

/** The text of a document as it is stored in the repository. */
export function printDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Registers the routes of /v2 in an application that never listens, and makes their document. */
export async function makeDocument(): Promise<OpenApiDocument> {
  return await withRoutes(collectRoutes, (app) =>
    openApiDocument(app, hubNames, { ways: WAYS, shapes: HUB_SHAPES }),
  )
}

/** The calls of /v2 as `GET /v2/orders/{reference}`, without those that only answer 404, 405 and HEAD. */
export async function listRoutes(): Promise<readonly string[]> {
  const routes: string[] = []
  const collect = async (app: FastifyInstance) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      const path = url.replaceAll(/:(\w+)/g, '{$1}')
      if (config?.requires || config?.isPublic)
        routes.push(...[method].flat().map((name) => `${name} ${path}`))
    })
  }
  return await withRoutes(collect, () => routes.filter((route) => !route.startsWith('HEAD ')))
}

/** Registers the routes of /v2 in an application without a database, uses it, and closes it. */
export async function withRoutes<T>(
  prepare: (app: FastifyInstance) => Promise<void>,
  use: (app: FastifyInstance) => T | Promise<T>,
  options: Pick<MarketplaceOptions, 'limits' | 'principals'> = {},
): Promise<T> {
  const app = Fastify()
  try {
    await prepare(app)
    const hub = administration({
      database: unused,
      log: app.log,
      entrance: undefined,
      publicUrl: undefined,
      mcpUrl: undefined,
    })
    await app.register(marketplace, { database: unused, ...hub, ...options })
    await app.ready()
    return await use(app)
  } finally {
    await app.close()
  }
}
