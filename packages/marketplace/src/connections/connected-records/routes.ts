import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { ownerOf } from '../../kit/principals/owner.ts'
import { READ, TAGS } from '../route-parts.ts'
import { ConnectedRecord, ConnectedRecordsQuery } from './schema.ts'
import { findConnectedRecords } from './store.ts'

/** The route that shows where records of the hub are. */
export function connectedRecordRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ConnectedRecordsQuery }>(
    '/connected-records',
    {
      config: READ,
      schema: {
        operationId: 'listConnectedRecords',
        tags: TAGS,
        summary: 'List records as they are in shops',
        description:
          'In which shops records of the hub are, with their pages there and what is wrong with them, by id and connection. Records that no connection knows are left out.',
        querystring: ConnectedRecordsQuery,
        response: { 200: { type: 'array', items: ConnectedRecord } },
      },
    },
    async (request) => {
      const { kind, hubId } = request.query
      return await findConnectedRecords(database, ownerOf(principalOf(request)), kind, hubId)
    },
  )
}
