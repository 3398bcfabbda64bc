/** The settings that the hub gives to the authorization server. Pure. */
import { SCOPES as ALL, type Scope } from '@entrepot/marketplace'
import { API_RESOURCE } from '../access/token-source.ts'

/** Scopes of the hub, with the texts for the consent page. */
const SCOPES = {
  'orders:read': 'Read the orders of your customers',
  'orders:write': 'Acknowledge, correct, close and combine their orders',
  'products:read': 'Read their products',
  'products:write': 'Change their products and offers',
  'fulfilment:read': 'Read their shipments, cancellations and returns',
  'fulfilment:write': 'Record shipments, cancellations and returns',
  'channels:read': 'Read their channels',
  'channels:write': 'Change their channels',
  'keys:read': 'Read the list of their API keys',
  'keys:write': 'Create and revoke their API keys',
  'members:read': 'Read who is a member of them',
  'members:write': 'Invite and remove their members, and change roles',
  'webhooks:read': 'Read their webhooks',
  'webhooks:write': 'Change their webhooks',
  'agents:read': 'Read which agents act for their members',
  'agents:write': 'End the access of agents that act for their members',
  'settings:read': 'Read their settings',
  'settings:write': 'Change their settings',
} as const satisfies Readonly<Record<(typeof ALL.merchant)[number], string>>

/** The scopes that each call to `/mcp` needs. */
export const REQUIRED_SCOPES: readonly Scope[] = ['orders:read']

/** What a client of the API gets that names no scopes. */
const DEFAULT_SCOPES = ['orders:read', 'products:read', 'fulfilment:read', 'channels:read']

/** What a scope allows, as a text for people. */
export function describeScope(scope: string): string {
  if (scope === 'offline_access') return 'Stay connected while you are away'
  return Object.hasOwn(SCOPES, scope) ? SCOPES[scope as keyof typeof SCOPES] : scope
}

/**
 * The options `mcp` of the sign-in plugin: those of the file, and those that only the hub knows. Grants end with the sign-ins of a person,
 * unless the file says otherwise.
 */
export function mcpOptions(
  written: Readonly<Record<string, unknown>> | undefined,
  publicUrl: string,
): Readonly<Record<string, unknown>> {
  return {
    revokeGrantsWithSignIns: true,
    defaultScope: DEFAULT_SCOPES.join(' '),
    ...written,
    // Agents that people create in the hub.
    clientCredentials: {
      ...(written?.clientCredentials as object | undefined),
      enabled: true,
      resolveClients: true,
    },
    enabled: true,
    issuer: publicUrl,
    scopes: SCOPES,
    resources: {
      ...(written?.resources as object | undefined),
      '/mcp': { scopes: REQUIRED_SCOPES },
      [API_RESOURCE]: { name: 'The API of this hub', scopes: ALL.merchant },
    },
  }
}
