/** What the hub adds to the API of the marketplace: the ways in for people and agents, the names and the calls about them. */
import type { Database } from '@entrepot/database'
import type { MarketplaceOptions } from '@entrepot/marketplace'
import type { Entrance } from '../access/entrance.ts'
import { agentRoutes } from '../agents/agents/routes.ts'
import { createAgentGuard } from '../agents/guard.ts'
import { headlessAgentRoutes } from '../agents/headless-agents/routes.ts'
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
  entrance,
  publicUrl,
  mcpUrl,
  providers = [],
  hasPasskeys = false,
}: AdministrationParts): Pick<MarketplaceOptions, 'names' | 'principals' | 'routes' | 'checkCall'> {
  return {
    names: hubNames,
    principals: entrance?.sources ?? [],
    // In this order: stops, approvals, and limits last, because they count.
    checkCall: createAgentGuard([]),
    routes(scope) {
      meRoutes(scope, database, { mcpUrl, hasPasskeys })
      memberRoutes(scope, database)
      sessionRoutes(scope, database, publicUrl)
      passkeyRoutes(scope, database, providers)
      invitationRoutes(scope, database, publicUrl)
      const scimUrl = publicUrl && new URL(SCIM_PATH, publicUrl).href
      provisioningRoutes(scope, database, scimUrl)
      agentRoutes(scope, database, () => entrance?.oauth()?.admin)
      headlessAgentRoutes(scope, database, mcpUrl && new URL(TOKEN_PATH, mcpUrl).href, publicUrl)
    },
  }
}
