import { DEVICE_GRANT, GRANT_TYPES, type GrantType, JWT_BEARER } from '../client.ts'
import type { McpConfig } from './config.ts'

/** The grants that depend on settings; all others are always there. */
const CONDITIONS: Partial<Readonly<Record<GrantType, (mcp: McpConfig) => boolean>>> = {
  client_credentials: ({ clientCredentials }) => clientCredentials !== undefined,
  [DEVICE_GRANT]: ({ deviceAuthorization }) => deviceAuthorization !== undefined,
  [JWT_BEARER]: ({ identityAssertions, clientCredentials }) =>
    identityAssertions.size > 0 || clientCredentials?.resolveWorkloads === true,
}

/** The grants that the settings allow. */
export function enabledGrants(mcp: McpConfig): readonly GrantType[] {
  return GRANT_TYPES.filter((type) => CONDITIONS[type]?.(mcp) ?? true)
}
