/** The routes of users and groups: the same five operations and the list (RFC 7644, section 3.2). */

import type { Database } from '@entrepot/database'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirement,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Directory, Named, Operations } from '../directory/changes.ts'
import { refuseScim } from '../refusal.ts'
import { selectionOf } from '../resources/filter.ts'
import { isWanted, pageOf, projectionOf, type ReadQuery, toList } from '../resources/project.ts'
import { namesVersion, type StoredResource, tagOf } from '../resources/user.ts'
import { isObject, type Json } from '../resources/values.ts'

/** Who may call SCIM. */
export const SCIM = {
  requires: { kind: 'merchant', scope: 'scim:write' } satisfies Requirement,
}

interface Route {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

/** Adds the routes of a kind of resource. `base` is the address of /scim/v2. */
export function resourceRoutes<T extends StoredResource>(
  scope: FastifyInstance,
  database: Database,
  base: string,
  operations: Operations<T>,
): void {
  const { kind, toResource } = operations
  const config = SCIM
  const send = (request: FastifyRequest, reply: FastifyReply, one: T | Refusal) => {
    if (isRefusal(one)) return one
    reply.header('etag', tagOf(one.version))
    return projectionOf(queryOf(request), kind)(toResource(one, base))
  }
  scope.get<Route>(kind.path, { config }, async (request) => {
    const query = queryOf(request)
    const page = pageOf(query)
    if (isRefusal(page)) return page
    const selection = query.filter === undefined ? {} : selectionOf(query.filter, kind)
    if (isRefusal(selection)) return selection
    const isWhole = isWanted(query, 'members', kind)
    const directory = directoryOf(database, request)
    const found = await operations.list(directory, selection, page, isWhole)
    const project = projectionOf(query, kind)
    return toList(
      found.total,
      page,
      found.page.map((one) => project(toResource(one, base))),
    )
  })
  scope.post<Route>(kind.path, { config }, async (request, reply) => {
    const body = bodyOf(request)
    if (isRefusal(body)) return body
    const created = await operations.create(directoryOf(database, request), body)
    if (isRefusal(created)) return created
    reply.code(201).header('location', `${base}${kind.path}/${created.scimId}`)
    return send(request, reply, created)
  })
  addById(scope, database, operations, send)
}

type Send<T> = (request: FastifyRequest, reply: FastifyReply, one: T | Refusal) => Json | Refusal

function addById<T extends StoredResource>(
  scope: FastifyInstance,
  database: Database,
  { kind, get, change, remove }: Operations<T>,
  send: Send<T>,
): void {
  const config = SCIM
  const path = `${kind.path}/:id`
  scope.get<Route>(path, { config }, async (request, reply) => {
    const found = await get(directoryOf(database, request), request.params.id)
    if (!isRefusal(found) && namesVersion(request.headers['if-none-match'], found.version))
      return await reply.code(304).header('etag', tagOf(found.version)).send()
    return send(request, reply, found)
  })
  for (const [method, how] of [['PUT', 'replace'] as const, ['PATCH', 'patch'] as const]) {
    scope.route<Route>({
      ...{ method, url: path, config },
      async handler(request, reply) {
        const body = bodyOf(request)
        if (isRefusal(body)) return body
        const directory = directoryOf(database, request)
        return send(request, reply, await change(directory, namedBy(request), body, how))
      },
    })
  }
  scope.delete<Route>(path, { config }, async (request, reply) => {
    const refusal = await remove(directoryOf(database, request), namedBy(request))
    return refusal ?? (await reply.code(204).send())
  })
}

function namedBy({ params, headers }: FastifyRequest<Route>): Named {
  return { id: params.id, ifMatch: headers['if-match'] }
}

function directoryOf(database: Database, request: FastifyRequest): Directory {
  const { customer, actor } = principalOf(request)
  return { database, customerId: customer.customerId, actor }
}

function bodyOf({ body }: FastifyRequest): Json | Refusal {
  return isObject(body)
    ? body
    : refuseScim('SCIM_INVALID_SYNTAX', 'The body must be a JSON object.')
}

const READ_PARAMETERS = [
  'attributes',
  'excludedAttributes',
  'filter',
  'startIndex',
  'count',
] as const

/** The parameters that are texts. Of one that is repeated, the last counts. */
function queryOf({ query }: FastifyRequest): ReadQuery {
  const all = query as Readonly<Record<string, unknown>>
  const entries = READ_PARAMETERS.map((name) => [name, [all[name]].flat().at(-1)])
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value === 'string' && value !== ''),
  )
}
