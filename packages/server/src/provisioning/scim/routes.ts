/** `/scim/v2`: the directory of a customer creates, changes and ends its members (RFC 7644). */
import type { Database } from '@entrepot/database'
import { namesWith } from '@entrepot/marketplace'
import { createBearerKeySource, type GuardOptions, guardScope } from '@entrepot/marketplace/routes'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { HUB_NAMES } from '../../names.ts'
import { GROUPS } from '../directory/groups.ts'
import { USERS } from '../directory/users.ts'
import { refuseScim, SCIM_NAMES } from '../refusal.ts'
import { KINDS, toConfig, toResourceType, toSchema } from '../resources/discovery.ts'
import type { Json } from '../resources/values.ts'
import { answerScim } from './answers.ts'
import { recordCalls } from './record-calls.ts'
import { resourceRoutes, SCIM } from './resource-routes.ts'

/** The path of the service provider. */
export const SCIM_PATH = '/scim/v2'

/** What {@link scimRoutes} needs. */
export interface ScimParts extends Pick<GuardOptions, 'limits' | 'onUnlimited'> {
  readonly database: Database
  /** Origin that people open. */
  readonly publicUrl: string
}

/**
 * The routes, as a plugin for a scope of its own with the prefix {@link SCIM_PATH}. The caller has an API key with the scope `scim:write`, as
 * a bearer token.
 */
export const scimRoutes: FastifyPluginAsync<ScimParts> = async (scope, parts) => {
  const { database, publicUrl, limits, onUnlimited } = parts
  const keys = createBearerKeySource(database, (err) =>
    scope.log.warn({ err }, 'the last use of a key could not be written'),
  )
  answerScim(scope)
  const names = namesWith(HUB_NAMES, SCIM_NAMES)
  guardScope(scope, { database, principals: [keys], names, limits, onUnlimited })
  recordCalls(scope, database)
  const base = new URL(SCIM_PATH, publicUrl).href
  resourceRoutes(scope, database, base, USERS)
  resourceRoutes(scope, database, base, GROUPS)
  addDiscovery(scope, base)
  refuseOthers(scope)
}

function addDiscovery(scope: FastifyInstance, base: string): void {
  scope.get('/ServiceProviderConfig', { config: SCIM }, async () => toConfig(base))
  addKinds(
    scope,
    '/ResourceTypes',
    KINDS.map((kind) => toResourceType(kind, base)),
  )
  addKinds(
    scope,
    '/Schemas',
    KINDS.map((kind) => toSchema(kind, base)),
  )
}

/** The list of descriptions, and each by its id. They have no filter (RFC 7644, section 4). */
function addKinds(scope: FastifyInstance, path: string, all: readonly Json[]): void {
  const list = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    ...{ totalResults: all.length, startIndex: 1, itemsPerPage: all.length, Resources: all },
  }
  scope.get(path, { config: SCIM }, async () => list)
  scope.get<{ Params: { id: string } }>(`${path}/:id`, { config: SCIM }, async ({ params }) => {
    const found = all.find(({ id }) => id === params.id)
    return found ?? refuseScim('SCIM_NOT_FOUND', `There is no ${params.id} at ${path}.`)
  })
}

const UNSUPPORTED = [
  ['/Bulk', 'Bulk is not supported: send one request for each resource.'],
  ['/Me', 'The alias /Me is not supported: a secret is not a person.'],
  ['/.search', 'Searches are not supported. Use GET with a filter.'],
  ['/Users/.search', 'Searches by POST are not supported. Use GET with a filter.'],
  ['/Groups/.search', 'Searches by POST are not supported. Use GET with a filter.'],
] as const

function refuseOthers(scope: FastifyInstance): void {
  for (const [path, detail] of UNSUPPORTED) {
    scope.all(path, { config: SCIM }, async () => refuseScim('SCIM_NOT_SUPPORTED', detail))
  }
}
