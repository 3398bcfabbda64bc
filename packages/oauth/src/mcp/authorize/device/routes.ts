/** Authorization of devices without a browser, or with another one (RFC 8628). */
import type { FastifyInstance } from 'fastify'
import type { McpContext } from '../../mcp-context.ts'
import { pageRoutes } from './page.ts'
import { startRoute } from './start.ts'
import { createUserCodes } from './user-code.ts'

/** Adds the endpoint for devices and the pages for people, where the settings have turned them on. */
export function deviceRoutes(app: FastifyInstance, context: McpContext): void {
  const settings = context.mcp.deviceAuthorization
  if (settings === undefined) return
  const codes = createUserCodes(context.config.secrets)
  startRoute(app, context, settings, codes)
  pageRoutes(app, context, codes)
}
