import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { connectedRecordRoutes } from './connections/connected-records/routes.ts'
import { connectorRoutes } from './connections/connectors/routes.ts'
import { leaseRoutes } from './connections/lease/routes.ts'
import { pairRoutes } from './connections/pairs/routes.ts'
import { problemRoutes } from './connections/problems/routes.ts'
import { requestRoutes } from './connections/requests/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { runRoutes } from './connections/runs/routes.ts'

/** The calls with which shops are connected: those of people, and those of connectors. */
export function shopRoutes(fastify: FastifyInstance, database: Database): void {
  connectionRoutes(fastify, database)
  leaseRoutes(fastify, database)
  pairRoutes(fastify, database)
  problemRoutes(fastify, database)
  requestRoutes(fastify, database)
  runRoutes(fastify, database)
  connectedRecordRoutes(fastify, database)
  connectorRoutes(fastify, database)
}
