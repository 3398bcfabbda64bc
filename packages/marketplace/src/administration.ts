import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { orderCountRoutes } from './figures/order-routes.ts'
import { figureRoutes } from './figures/routes.ts'
import type { Jobs } from './jobs/jobs.ts'
import { keyRoutes } from './keys/routes.ts'
import { convertInBackground } from './rates/background.ts'
import { changeCustomer } from './rates/change-customer.ts'
import { type EcbOptions, fetchInBackground } from './rates/ecb.ts'
import { rateRoutes } from './rates/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { channelRoutes } from './sync/channel-routes.ts'
import { viewRoutes } from './views/routes.ts'

/** The calls with which a merchant administers itself, and the work that they leave for the background. */
export function administrationRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  ecb: EcbOptions | undefined,
): void {
  channelRoutes(fastify, database)
  keyRoutes(fastify, database)
  settingRoutes(fastify, database, changeCustomer)
  rateRoutes(fastify, database)
  figureRoutes(fastify, database)
  orderCountRoutes(fastify, database)
  searchRoutes(fastify, database)
  viewRoutes(fastify, database)
  convertInBackground(fastify, database)
  if (ecb) fetchInBackground(fastify, database, jobs, ecb)
}
