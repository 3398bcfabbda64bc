import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { type Owner, ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { READ, TAGS, WRITE } from '../route-parts.ts'
import { ROLES } from '../schema.ts'
import { ConnectorPath, ConnectorRequest, ConnectorResponse } from './schema.ts'
import { countOthers, findConnectors, type StoredConnector, upsertConnector } from './store.ts'

/** Connectors that the merchant, or a channel, can store. */
const MAX_CONNECTORS = 50

/** The routes of connectors. */
export function connectorRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get(
    '/connectors',
    {
      config: READ,
      schema: {
        operationId: 'listConnectors',
        tags: TAGS,
        summary: 'List connectors',
        description:
          'The shops that connectors can serve, as their processes have said when they started: the settings that each needs, and the secrets that it gets from elsewhere.',
        response: { 200: { type: 'array', items: ConnectorResponse } },
      },
    },
    async (request) =>
      (await findConnectors(database, ownerOf(principalOf(request)))).map(toResponse),
  )

  fastify.put<{ Params: ConnectorPath; Body: ConnectorRequest }>(
    '/connectors/:shop',
    {
      config: { ...WRITE, refusals: ['MARKET_TOO_MANY_CONNECTORS'] },
      schema: {
        operationId: 'storeConnector',
        tags: TAGS,
        summary: 'Store what a connector can serve',
        description:
          'Stores what an adapter says of itself, so that the console can make the form with which such a shop is connected. A connector makes the call for each of its adapters when it starts.',
        params: ConnectorPath,
        body: ConnectorRequest,
        response: { 200: ConnectorResponse },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const stored = await storeConnector(database, owner, request.params.shop, request.body)
      return isRefusal(stored) ? stored : toResponse(stored)
    },
  )
}

/** Stores what an adapter says of itself. Refusal: `MARKET_TOO_MANY_CONNECTORS`. */
async function storeConnector(
  database: Database,
  owner: Owner,
  shop: string,
  description: ConnectorRequest,
): Promise<StoredConnector | Refusal> {
  return await takeEffect<StoredConnector | Refusal>(database, async (tx) => {
    if ((await countOthers(tx, owner, shop)) < MAX_CONNECTORS)
      return await upsertConnector(tx, owner, shop, description)
    const detail = `There are ${MAX_CONNECTORS} connectors already.`
    return refuse('MARKET_TOO_MANY_CONNECTORS', detail)
  })
}

function toResponse({ shop, description, updatedAt }: StoredConnector): ConnectorResponse {
  return {
    Shop: shop,
    Title: description.Title,
    Roles: description.Roles,
    Settings: description.Settings.map((field) => ({
      ...field,
      Choices: field.Choices ?? [],
      Required: field.Required ?? false,
      Default: field.Default ?? null,
      Roles: field.Roles?.length ? field.Roles : [...ROLES],
    })),
    Secrets: description.Secrets.map((field) => ({ ...field, Required: field.Required ?? false })),
    Guide: description.Guide ?? null,
    UpdatedAt: updatedAt.toISOString(),
  }
}
