/** What the scopes of the hub allow, as texts for people. */
import type { RegisteredScope, SCOPES } from '@entrepot/marketplace'

/** The text of each scope for the consent page. */
export const SCOPE_TEXTS = {
  'orders:read': 'Read your orders, with the addresses of buyers',
  'orders:write': 'Acknowledge, correct, close and combine your orders',
  'orders:create': 'Create orders for your channels',
  'products:read': 'Read your products',
  'products:write': 'Change your products and offers',
  'fulfilment:read': 'Read your shipments, cancellations and returns',
  'fulfilment:write': 'Record shipments, cancellations and returns',
  'channels:read': 'Read your channels',
  'channels:write': 'Change your channels',
  'keys:read': 'Read the list of your API keys',
  'keys:write': 'Create and revoke your API keys',
  'members:read': 'Read who is a member of your team',
  'members:write': 'Invite and remove members of your team, and change roles',
  'webhooks:read': 'Read your webhooks',
  'webhooks:write': 'Change your webhooks',
  'connections:read': 'Read the connections of your shops',
  'connections:write': 'Change the connections of your shops',
  'agents:read': 'Read which agents act for members of your team',
  'agents:write': 'End the access of agents that act for members of your team',
  'scim:write': 'Give secrets with which a directory manages your team',
  'settings:read': 'Read your settings',
  'settings:write': 'Change your settings',
} as const satisfies Readonly<Record<(typeof SCOPES.merchant)[number] | RegisteredScope, string>>

/** What a scope allows, as a text for people. */
export function describeScope(scope: string): string {
  if (scope === 'offline_access') return 'Stay connected while you are away'
  return Object.hasOwn(SCOPE_TEXTS, scope) ? SCOPE_TEXTS[scope as keyof typeof SCOPE_TEXTS] : scope
}
