/** The authorization request that stands for a device. Pure. */
import type { DeviceCode } from '../../../store/devices.ts'
import { limitScopes } from '../../../store/rules/given-scope.ts'
import { DEVICE_CHALLENGE } from '../../client.ts'
import type { McpConfig } from '../../config/config.ts'
import { PATHS } from '../../paths.ts'
import type { AuthorizationRequest } from '../read-request.ts'

/** @param allowed what the client may be given now; undefined for all */
export function deviceRequest(
  { issuer }: Pick<McpConfig, 'issuer'>,
  { deviceHash, clientId, resource, scope, address }: DeviceCode,
  allowed: ReadonlySet<string> | undefined,
): AuthorizationRequest {
  return {
    ...{ clientId, resource, codeChallenge: DEVICE_CHALLENGE, state: undefined },
    redirectUri: `${issuer}${PATHS.deviceDone}`,
    scopes: limitScopes(scope.split(' ').filter(Boolean), allowed),
    device: { deviceHash, address },
  }
}
