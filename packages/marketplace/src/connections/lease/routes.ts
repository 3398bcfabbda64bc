import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { storeCursors } from '../connections.ts'
import { ConnectionPath, TAGS, WRITE } from '../route-parts.ts'
import { lease, release } from './lease.ts'
import {
  CursorsRequest,
  CursorsResponse,
  LeaseRequest,
  LeaseResponse,
  ReleaseQuery,
} from './schema.ts'

const FENCED = {
  ...WRITE,
  refusals: ['MARKET_NOT_FOUND', 'MARKET_CONNECTION_LEASE_LOST'] as const,
}

/** The routes with which a connector takes a connection, and stores how far it has read. */
export function leaseRoutes(fastify: FastifyInstance, database: Database): void {
  addLease(fastify, database)
  addRelease(fastify, database)
  addCursors(fastify, database)
}

function addLease(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: ConnectionPath; Body: LeaseRequest }>(
    '/connections/:id/lease',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_CONNECTION_LEASED'] },
      schema: {
        operationId: 'leaseConnection',
        tags: TAGS,
        summary: 'Take or renew the lease of a connection',
        description:
          'Lets one connector serve a connection: until the lease expires, no other one gets it. The answer says whether there may be something to carry to the shop, and what people ask. An idle connector makes only this call, which costs little.',
        params: ConnectionPath,
        body: LeaseRequest,
        response: { 200: LeaseResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { id } = request.params
      return await lease(database, ownerOf(principal), id, request.body, principal.actor)
    },
  )
}

function addRelease(fastify: FastifyInstance, database: Database): void {
  fastify.delete<{ Params: ConnectionPath; Querystring: ReleaseQuery }>(
    '/connections/:id/lease',
    {
      config: FENCED,
      schema: {
        operationId: 'releaseConnection',
        tags: TAGS,
        summary: 'Release the lease of a connection',
        description: 'Ends a lease, so that another connector can take the connection at once.',
        params: ConnectionPath,
        querystring: ReleaseQuery,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const write = { owner, connectionId: request.params.id, lease: request.query.lease }
      return await release(database, write)
    },
  )
}

function addCursors(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: ConnectionPath; Body: CursorsRequest }>(
    '/connections/:id/cursors',
    {
      config: FENCED,
      schema: {
        operationId: 'storeConnectionCursors',
        tags: TAGS,
        summary: 'Store how far a connector has read',
        description:
          'Stores the cursors that are named, of which a connection has up to 50. A connector stores a cursor after it has processed what was read up to it.',
        params: ConnectionPath,
        body: CursorsRequest,
        response: { 200: CursorsResponse },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const { Lease, Cursors } = request.body
      const write = { owner, connectionId: request.params.id, lease: Lease }
      const stored = await storeCursors(database, write, Cursors)
      return isRefusal(stored) ? stored : { Cursors: stored }
    },
  )
}
