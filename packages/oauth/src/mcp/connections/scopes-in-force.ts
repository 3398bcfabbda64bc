import { limitScopes } from '../../store/rules/given-scope.ts'
import { isDocumentUrl } from '../clients/document-url.ts'
import type { McpConfig } from '../config/config.ts'
import { atResource } from '../config/resources.ts'
import { allowedScopes, type LimitedClient } from '../scope-limit.ts'

/**
 * Returns the scopes that a client still has of those that a person has allowed at a resource. `redirectHost` is the host of the
 * client's redirect URI.
 */
export function scopesInForce(
  mcp: McpConfig,
  {
    clientId,
    redirectHost,
    resource,
    scope,
  }: {
    readonly clientId: string
    readonly redirectHost: string | null
    readonly resource: string
    readonly scope: string
  },
): readonly string[] {
  const client = mcp.clients.get(clientId) ?? presumedClient(clientId, redirectHost ?? '')
  return limitScopes(
    scope.split(' ').filter(Boolean),
    allowedScopes(client, atResource(mcp, resource)),
  )
}

/** Only the connection is considered. Registration and document were checked when the person consented. */
function presumedClient(clientId: string, redirectHost: string): LimitedClient {
  const kind = isDocumentUrl(clientId) ? 'document' : 'registered'
  const redirectUri = redirectHost.includes('://') ? redirectHost : `https://${redirectHost}`
  const redirectUris = URL.canParse(redirectUri) ? [redirectUri] : []
  return { clientId, kind, redirectUris, scope: undefined }
}
