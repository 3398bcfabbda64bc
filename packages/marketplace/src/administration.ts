import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { keyRoutes } from './accounts/keys/routes.ts'
import { settingRoutes } from './accounts/settings/routes.ts'
import { changeCustomer } from './channels/settings/change-customer.ts'
import { channelRoutes } from './channels/settings/channel-routes.ts'
import type { Jobs } from './kit/jobs/jobs.ts'
import { type EcbOptions, fetchInBackground } from './orders/rates/ecb.ts'
import { rateRoutes } from './orders/rates/routes.ts'
import { vatRateRoutes } from './orders/vat-rates/routes.ts'
import { orderCountRoutes } from './reports/figures/order-routes.ts'
import { figureRoutes } from './reports/figures/routes.ts'
import { searchRoutes } from './reports/search/routes.ts'
import { viewRoutes } from './reports/views/routes.ts'

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
  vatRateRoutes(fastify, database)
  figureRoutes(fastify, database)
  orderCountRoutes(fastify, database)
  searchRoutes(fastify, database)
  viewRoutes(fastify, database)
  if (ecb) fetchInBackground(fastify, database, jobs, ecb)
}
