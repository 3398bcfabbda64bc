import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import type { Requirement } from '../principals/principal.ts'
import { toActorResponse } from '../principals/schema.ts'
import { isRefusal, refuse } from '../shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../shared/paging.ts'
import { KEPT_DAYS } from './recorder.ts'
import { RefusedCall, RefusedCallPath, RefusedCallsQuery } from './schema.ts'
import { findRefusedCall, findRefusedCalls, type RefusedCallRow } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'settings:read' } satisfies Requirement }

/** The routes that read refused calls. */
export function refusalRoutes(fastify: FastifyInstance, database: Database): void {
  const schema = {
    operationId: 'listRefusedCalls',
    tags: ['Customer'],
    summary: 'List the calls that were refused',
    description:
      'The calls of the last 7 days that were answered with 400 to 499, newest first, with the reason that the answer gave: at most 60 of each minute, and at most 10,000. Bodies and headers are not stored.',
    querystring: RefusedCallsQuery,
    response: { 200: { type: 'array', items: RefusedCall } },
  }
  fastify.get<{ Querystring: RefusedCallsQuery }>(
    '/refusals',
    { config: READ, schema },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...filter } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const { customerId } = principalOf(request).customer
      const rows = await findRefusedCalls(database, customerId, KEPT_DAYS, filter, after, pageSize)
      linkFull(request, reply, rows, pageSize, (last) => ({
        micros: last.micros,
        id: last.refusalId,
      }))
      return rows.map(toResponse)
    },
  )
  addRead(fastify, database)
}

function addRead(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: RefusedCallPath }>(
    '/refusals/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'getRefusedCall',
        tags: ['Customer'],
        summary: 'Read a refused call',
        description: 'A call of the last 7 days that was refused, with the reason.',
        params: RefusedCallPath,
        response: { 200: RefusedCall },
      },
    },
    async (request) => {
      const { id } = request.params
      const { customerId } = principalOf(request).customer
      const row = await findRefusedCall(database, customerId, KEPT_DAYS, id)
      if (row !== undefined) return toResponse(row)
      const detail = `There is no refused call ${id} in the last ${KEPT_DAYS} days.`
      return refuse('MARKET_NOT_FOUND', detail)
    },
  )
}

function toResponse(row: RefusedCallRow): RefusedCall {
  return {
    Id: Number(row.refusalId),
    OccurredAt: row.occurredAt.toISOString(),
    Method: row.method,
    Route: row.route,
    Path: row.path,
    Status: row.status,
    Code: row.code,
    Detail: row.detail,
    Errors: row.errors?.map(({ path, message }) => ({ Path: path, Message: message })) ?? null,
    ErrorCount: row.errorCount,
    Actor: toActorResponse(row.actor),
    RequestId: row.requestId,
  }
}
