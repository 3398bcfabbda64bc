/** What the hub tells the authorization server. Pure. */

/** Scopes of the hub, in the words of the consent page. */
const SCOPES: Readonly<Record<string, string>> = {
  'orders:read': 'Read the orders of your customers',
}

/** What each call to `/mcp` needs. */
export const REQUIRED_SCOPES: readonly string[] = Object.keys(SCOPES)

/** What a scope allows, in words for people. */
export function describeScope(scope: string): string {
  if (scope === 'offline_access') return 'Stay connected while you are away'
  return Object.hasOwn(SCOPES, scope) ? (SCOPES[scope] ?? scope) : scope
}

/** The block `mcp` of the sign-in plugin: what the file says of it, and what only the hub knows. */
export function mcpOptions(
  written: Readonly<Record<string, unknown>> | undefined,
  publicUrl: string,
): Readonly<Record<string, unknown>> {
  return { ...written, enabled: true, issuer: publicUrl, scopes: SCOPES }
}
