import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import type { Requirement } from '../principals/principal.ts'
import { toActorResponse } from '../principals/schema.ts'
import { isRefusal } from '../shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../shared/paging.ts'
import { KEPT_DAYS } from './recorder.ts'
import { RefusedCall, RefusedCallsQuery } from './schema.ts'
import { findRefusedCalls, type RefusedCallRow } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'settings:read' } satisfies Requirement }

/** The route that lists refused calls. */
export function refusalRoutes(fastify: FastifyInstance, database: Database): void {
  const schema = {
    operationId: 'listRefusedCalls',
    tags: ['Customer'],
    summary: 'List the calls that were refused',
    description:
      'The calls of the last 7 days that were answered with 400 to 499, newest first: at most 60 of each minute, and at most 10,000.',
    querystring: RefusedCallsQuery,
    response: { 200: { type: 'array', items: RefusedCall } },
  }
  fastify.get<{ Querystring: RefusedCallsQuery }>(
    '/refusals',
    { config: READ, schema },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const { customerId } = principalOf(request).customer
      const rows = await findRefusedCalls(database, customerId, KEPT_DAYS, after, pageSize)
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      if (last) linkNext(request, reply, { micros: last.micros, id: last.refusalId })
      return rows.map(toResponse)
    },
  )
}

function toResponse(row: RefusedCallRow): RefusedCall {
  return {
    OccurredAt: row.occurredAt.toISOString(),
    Method: row.method,
    Route: row.route,
    Status: row.status,
    Code: row.code,
    Actor: toActorResponse(row.actor),
    RequestId: row.requestId,
  }
}
