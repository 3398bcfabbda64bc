import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../kit/http/access.ts'
import { ownerOf } from '../kit/principals/owner.ts'
import { isRefusal } from '../kit/shared/errors.ts'
import { decodeId, encodeReference, linkFull, PAGE_SIZE, placeOf } from '../kit/shared/paging.ts'
import { Nothing } from '../kit/shared/wire.ts'
import { changeConnection, createConnection, removeConnection } from './connections.ts'
import { toConnectionResponse } from './responses.ts'
import { ConnectionPath, noSuchConnection, READ, TAGS, WRITE } from './route-parts.ts'
import {
  ConnectionChange,
  ConnectionRequest,
  ConnectionResponse,
  ConnectionsQuery,
} from './schema.ts'
import { findConnection, findConnections } from './store.ts'

/** The routes of connections themselves. */
export function connectionRoutes(fastify: FastifyInstance, database: Database): void {
  addReads(fastify, database)
  addCreate(fastify, database)
  addChange(fastify, database)
  addDelete(fastify, database)
}

function addReads(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ConnectionsQuery }>(
    '/connections',
    {
      config: READ,
      schema: {
        operationId: 'listConnections',
        tags: TAGS,
        summary: 'List connections',
        description:
          'A page of connections of shops, oldest first: all of the merchant, or those of the channel. The header `Link` names the next page.',
        querystring: ConnectionsQuery,
        response: { 200: { type: 'array', items: ConnectionResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE } = request.query
      const after = placeOf(cursor, decodeId)
      if (isRefusal(after)) return after
      const owner = ownerOf(principalOf(request))
      const connections = await findConnections(database, owner, after, pageSize)
      linkFull(request, reply, connections, pageSize, (last) => encodeReference(last.connectionId))
      return connections.map(toConnectionResponse)
    },
  )

  fastify.get<{ Params: ConnectionPath }>(
    '/connections/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getConnection',
        tags: TAGS,
        summary: 'Read a connection',
        description: 'A connection of a shop: its settings, its state and what waits.',
        params: ConnectionPath,
        response: { 200: ConnectionResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const connection = await findConnection(database, ownerOf(principalOf(request)), id)
      return connection === undefined ? noSuchConnection(id) : toConnectionResponse(connection)
    },
  )
}

function addCreate(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Body: ConnectionRequest }>(
    '/connections',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_TOO_MANY_CONNECTIONS'] },
      schema: {
        operationId: 'createConnection',
        tags: TAGS,
        summary: 'Connect a shop',
        description:
          'Creates the connection of a shop. A connector that knows this kind of shop and has the secrets of this one begins to serve it by itself.',
        body: ConnectionRequest,
        response: { 201: ConnectionResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const owner = ownerOf(principal)
      const created = await createConnection(database, owner, request.body, principal.actor)
      if (isRefusal(created)) return created
      return reply.code(201).send(toConnectionResponse(created))
    },
  )
}

function addChange(fastify: FastifyInstance, database: Database): void {
  fastify.patch<{ Params: ConnectionPath; Body: ConnectionChange }>(
    '/connections/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'changeConnection',
        tags: TAGS,
        summary: 'Change, pause or continue a connection',
        description:
          'Changes the values that are named. `Settings` are replaced as a whole. The connector learns of it with its next lease.',
        params: ConnectionPath,
        body: ConnectionChange,
        response: { 200: ConnectionResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const owner = ownerOf(principal)
      const { id } = request.params
      const changed = await changeConnection(database, owner, id, request.body, principal.actor)
      return isRefusal(changed) ? changed : toConnectionResponse(changed)
    },
  )
}

function addDelete(fastify: FastifyInstance, database: Database): void {
  fastify.delete<{ Params: ConnectionPath }>(
    '/connections/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'deleteConnection',
        tags: TAGS,
        summary: 'Delete a connection',
        description:
          'Deletes a connection with its pairs, problems, requests and runs. What is in the hub and in the shop stays there. A shop that is connected again has new pairs, so that its records may be created a second time.',
        params: ConnectionPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const owner = ownerOf(principal)
      return (await removeConnection(database, owner, request.params.id, principal.actor)) ?? {}
    },
  )
}
