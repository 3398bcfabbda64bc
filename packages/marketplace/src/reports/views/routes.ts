import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { ViewChange, ViewPath, ViewRequest, ViewResponse, ViewsQuery } from './schema.ts'
import { findViews, type View } from './store.ts'
import { changeView, createView, deleteView, viewOwner } from './views.ts'

// Own views change no record, so reading is enough; see refuseShared for shared ones.
const OWN = { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement }
const TAGS = ['Customer']

/** The routes of saved views. */
export function viewRoutes(fastify: FastifyInstance, database: Database): void {
  addReads(fastify, database)
  addWrites(fastify, database)
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ViewsQuery }>(
    '/views',
    {
      config: OWN,
      schema: {
        ...{ operationId: 'listViews', tags: TAGS, summary: 'List saved views' },
        description:
          'The views of the caller and the shared ones, by name. The views of a person are also those of the agents that act for the person.',
        querystring: ViewsQuery,
        response: { 200: { type: 'array', items: ViewResponse } },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      const owner = viewOwner(actor)
      const views = await findViews(database, customer.customerId, owner, request.query.list)
      return views.map(toResponse)
    },
  )
}

function addWrites(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: ViewRequest }>(
    '/views',
    {
      config: { ...OWN, refusals: ['MARKET_REFERENCE_IN_USE', 'MARKET_TOO_MANY_VIEWS'] },
      schema: {
        ...{ operationId: 'createView', tags: TAGS, summary: 'Save a view' },
        description:
          'Saves a filter and columns of a list under a name, for the caller or for all who act for the merchant.',
        body: ViewRequest,
        response: { 201: ViewResponse },
      },
    },
    async (request, reply) => {
      const view = await createView(database, principalOf(request), request.body)
      return isRefusal(view) ? view : reply.code(201).send(toResponse(view))
    },
  )

  fastify.patch<{ Params: ViewPath; Body: ViewChange }>(
    '/views/:id',
    {
      config: {
        ...OWN,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_REFERENCE_IN_USE', 'MARKET_TOO_MANY_VIEWS'],
      },
      schema: {
        ...{ operationId: 'changeView', tags: TAGS, summary: 'Change a saved view' },
        description:
          'Changes the given values. A shared view that is no longer shared becomes a view of the caller.',
        params: ViewPath,
        body: ViewChange,
        response: { 200: ViewResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const view = await changeView(database, principalOf(request), id, request.body)
      return isRefusal(view) ? view : toResponse(view)
    },
  )

  fastify.delete<{ Params: ViewPath }>(
    '/views/:id',
    {
      config: { ...OWN, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'deleteView', tags: TAGS, summary: 'Delete a saved view' },
        description: 'Deletes a view. What it shows stays as it is.',
        params: ViewPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      return (await deleteView(database, principalOf(request), request.params.id)) ?? {}
    },
  )
}

function toResponse({ viewId, name, list, filter, columns, owner, updatedAt }: View): ViewResponse {
  return {
    ...{ Id: viewId, Name: name, List: list, Filter: filter, Columns: [...columns] },
    ...{ IsShared: owner === null, UpdatedAt: updatedAt.toISOString() },
  }
}
