/** What the hub adds to the API of the marketplace: the ways in for people and agents, the names and the calls about them. */
import type { Database } from '@entrepot/database'
import type { MarketplaceOptions } from '@entrepot/marketplace'
import type { FastifyBaseLogger } from 'fastify'
import type { Entrance } from '../access/entrance.ts'
import { agentRoutes } from '../agents/agents/routes.ts'
import { createExecutor } from '../agents/approvals/execute.ts'
import { approvalRoutes } from '../agents/approvals/routes.ts'
import { agentRuleRoutes } from '../agents/approvals/rules/routes.ts'
import { workOnApprovals } from '../agents/approvals/work.ts'
import { agentCapRoutes } from '../agents/caps/routes.ts'
import { guardAgents } from '../agents/guard-agents.ts'
import { headlessAgentRoutes } from '../agents/headless-agents/routes.ts'
import { agentStopRoutes } from '../agents/stops/routes.ts'
import { hubNames } from '../names.ts'
import { invitationRoutes } from '../people/invitations/routes.ts'
import { meRoutes } from '../people/me/routes.ts'
import { memberRoutes } from '../people/members/routes.ts'
import { passkeyRoutes } from '../people/passkeys/routes.ts'
import { sessionRoutes } from '../people/sessions/routes.ts'
import { SCIM_PATH } from '../provisioning/scim/routes.ts'
import { provisioningRoutes } from '../provisioning/settings/routes.ts'

/** The token endpoint of the sign-in plugin. */
const TOKEN_PATH = '/oauth/mcp/token'

/** What {@link administration} needs. */
export interface AdministrationParts {
  readonly database: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Undefined in a hub where nobody can sign in. */
  readonly entrance: Entrance | undefined
  /** Origin that people open; undefined in a hub where nobody can sign in. */
  readonly publicUrl: string | undefined
  /** Where agents connect; undefined in a hub without MCP. */
  readonly mcpUrl: string | undefined
  /** Names of the providers with which people can sign in. @default none */
  readonly providers?: readonly string[]
  /** Whether people sign in with passkeys. @default false */
  readonly hasPasskeys?: boolean
}

/** Makes the options of the marketplace. */
export function administration({
  database,
  log,
  entrance,
  publicUrl,
  mcpUrl,
  providers = [],
  hasPasskeys = false,
}: AdministrationParts): Pick<
  MarketplaceOptions,
  'names' | 'principals' | 'routes' | 'checkCall' | 'limitWork'
> {
  const guard = entrance && guardAgents({ database, log, ...entrance })
  return {
    names: hubNames,
    principals: entrance?.sources ?? [],
    ...guard?.options,
    routes(scope) {
      guard?.watch(scope)
      meRoutes(scope, database, { mcpUrl, hasPasskeys })
      memberRoutes(scope, database)
      sessionRoutes(scope, database, publicUrl)
      passkeyRoutes(scope, database, providers)
      invitationRoutes(scope, database, publicUrl)
      const scimUrl = publicUrl && new URL(SCIM_PATH, publicUrl).href
      provisioningRoutes(scope, database, scimUrl)
      agentRoutes(scope, database, () => entrance?.oauth()?.admin)
      agentStopRoutes(scope, database)
      agentCapRoutes(scope, database)
      headlessAgentRoutes(scope, database, mcpUrl && new URL(TOKEN_PATH, mcpUrl).href, publicUrl)
      agentRuleRoutes(scope, database)
      const executor = createExecutor(scope, database)
      approvalRoutes(scope, database, executor)
      workOnApprovals(scope, database, executor)
    },
  }
}
