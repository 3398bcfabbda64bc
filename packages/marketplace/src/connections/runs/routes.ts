import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { isRefusal, refuse } from '../../kit/shared/errors.ts'
import { decodeId, encodeReference, linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { ConnectionPath, noSuchConnection, READ, TAGS, WRITE } from '../route-parts.ts'
import { findConnection } from '../store.ts'
import { recordRun } from './runs.ts'
import { RunDetails, RunPath, RunRequest, RunResponse, RunsQuery } from './schema.ts'
import { findRun, findRuns } from './store.ts'

/** The routes of runs. */
export function runRoutes(fastify: FastifyInstance, database: Database): void {
  addList(fastify, database)
  addRead(fastify, database)
  addRecord(fastify, database)
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ConnectionPath; Querystring: RunsQuery }>(
    '/connections/:id/runs',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listConnectionRuns',
        tags: TAGS,
        summary: 'List the runs of a connection',
        description:
          'A page of the runs of the last 30 days, newest first, up to 1,000 in all. Runs that found nothing to do are not among them. The header `Link` names the next page.',
        params: ConnectionPath,
        querystring: RunsQuery,
        response: { 200: { type: 'array', items: RunResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE } = request.query
      const before = placeOf(cursor, decodeId)
      if (isRefusal(before)) return before
      const owner = ownerOf(principalOf(request))
      const { id } = request.params
      if ((await findConnection(database, owner, id)) === undefined) return noSuchConnection(id)
      const runs = await findRuns(database, owner.customerId, id, before, pageSize)
      linkFull(request, reply, runs, pageSize, (last) => encodeReference(String(last.Id)))
      return runs
    },
  )
}

function addRead(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: RunPath }>(
    '/connections/:id/runs/:runId',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getConnectionRun',
        tags: TAGS,
        summary: 'Read a run of a connection',
        description:
          'A run, with the changes that a dry run would make, and what a test has found.',
        params: RunPath,
        response: { 200: RunDetails },
      },
    },
    async (request) => {
      const owner = ownerOf(principalOf(request))
      const { id, runId } = request.params
      if ((await findConnection(database, owner, id)) === undefined) return noSuchConnection(id)
      const run = await findRun(database, owner.customerId, id, runId)
      return run ?? refuse('MARKET_NOT_FOUND', `The connection has no run ${runId}.`)
    },
  )
}

function addRecord(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Params: ConnectionPath; Body: RunRequest }>(
    '/connections/:id/runs',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_CONNECTION_LEASE_LOST'] },
      schema: {
        operationId: 'recordConnectionRun',
        tags: TAGS,
        summary: 'Record a run of a connection',
        description:
          'Stores what a run has done. It sets when the connection ran last, its failure or the end of it, and closes the request that it names. A dry run or a test has `IsDryRun`, and changes nothing of that. Runs that found nothing to do are not recorded.',
        params: ConnectionPath,
        body: RunRequest,
        response: { 201: RunDetails },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const owner = ownerOf(principal)
      const write = { owner, connectionId: request.params.id, lease: request.body.Lease }
      const run = await recordRun(database, write, request.body, principal.actor)
      return isRefusal(run) ? run : reply.code(201).send(run)
    },
  )
}
