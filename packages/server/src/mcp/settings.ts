/** The settings that the hub gives to the authorization server. Pure. */

/** Scopes of the hub, with the texts for the consent page. */
const SCOPES: Readonly<Record<string, string>> = {
  'orders:read': 'Read the orders of your customers',
}

/** The scopes that each call to `/mcp` needs. */
export const REQUIRED_SCOPES: readonly string[] = Object.keys(SCOPES)

/** What a scope allows, as a text for people. */
export function describeScope(scope: string): string {
  if (scope === 'offline_access') return 'Stay connected while you are away'
  return Object.hasOwn(SCOPES, scope) ? (SCOPES[scope] ?? scope) : scope
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
    ...written,
    enabled: true,
    issuer: publicUrl,
    scopes: SCOPES,
  }
}
