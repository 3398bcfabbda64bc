/** What the scopes of the hub allow, as texts for people. */
import type { RegisteredScope, SCOPES } from '@entrepot/marketplace'

/** The text of each scope for the consent page. */
export const SCOPE_TEXTS = {
  'orders:read': 'Read the orders of your customers',
  'orders:write': 'Acknowledge, correct, close and combine their orders',
  'orders:create': 'Create orders for their channels',
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
  'connections:read': 'Read the connections of their shops',
  'connections:write': 'Change the connections of their shops',
  'agents:read': 'Read which agents act for their members',
  'agents:write': 'End the access of agents that act for their members',
  'scim:write': 'Give secrets with which their directory manages their members',
  'settings:read': 'Read their settings',
  'settings:write': 'Change their settings',
} as const satisfies Readonly<Record<(typeof SCOPES.merchant)[number] | RegisteredScope, string>>

/** What a scope allows, as a text for people. */
export function describeScope(scope: string): string {
  if (scope === 'offline_access') return 'Stay connected while you are away'
  return Object.hasOwn(SCOPE_TEXTS, scope) ? SCOPE_TEXTS[scope as keyof typeof SCOPE_TEXTS] : scope
}
