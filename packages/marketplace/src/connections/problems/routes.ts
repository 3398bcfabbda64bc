import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { decodeId, encodeReference, linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { ConnectionPath, noSuchConnection, READ, TAGS, WRITE } from '../route-parts.ts'
import { findConnection } from '../store.ts'
import { storeProblems } from './problems.ts'
import { ProblemResponse, ProblemsQuery, ProblemsRequest, ProblemsStored } from './schema.ts'
import { findProblems } from './store.ts'

/** The routes of problems. */
export function problemRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addStore(fastify, database)
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ConnectionPath; Querystring: ProblemsQuery }>(
    '/connections/:id/problems',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listConnectionProblems',
        tags: TAGS,
        summary: 'List the problems of a connection',
        description:
          'A page of records that are not as they should be in the shop or in the hub, with what to do, oldest first. The header `Link` names the next page.',
        params: ConnectionPath,
        querystring: ProblemsQuery,
        response: { 200: { type: 'array', items: ProblemResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, kind, code } = request.query
      const after = placeOf(cursor, decodeId)
      if (isRefusal(after)) return after
      const owner = ownerOf(principalOf(request))
      const { id } = request.params
      if ((await findConnection(database, owner, id)) === undefined) return noSuchConnection(id)
      const filter = { kind, code, after }
      const problems = await findProblems(database, owner.customerId, id, filter, pageSize)
      linkFull(request, reply, problems, pageSize, (last) => encodeReference(String(last.Id)))
      return problems
    },
  )
}

function addStore(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: ConnectionPath; Body: ProblemsRequest }>(
    '/connections/:id/problems',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        refusals: ['MARKET_NOT_FOUND', 'MARKET_CONNECTION_LEASE_LOST'],
      },
      schema: {
        operationId: 'storeConnectionProblems',
        tags: TAGS,
        summary: 'Store problems of records',
        description:
          'Stores what is wrong with records, and which records have no problem any more: all of it, or nothing. A new problem of a record replaces the one before, and keeps its Id and Since.',
        params: ConnectionPath,
        body: ProblemsRequest,
        response: { 200: ProblemsStored },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const { Lease, ...problems } = request.body
      const write = { owner, connectionId: request.params.id, lease: Lease }
      const stored = await storeProblems(database, write, problems)
      return isRefusal(stored) ? stored : { Problems: stored }
    },
  )
}
