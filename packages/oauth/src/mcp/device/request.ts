/** The authorization request that stands for a device. Pure. */
import type { DeviceCode } from '../../store/devices.ts'
import { limitScopes } from '../../store/rules/given-scope.ts'
import type { AuthorizationRequest } from '../authorize/read-request.ts'
import type { McpConfig } from '../config/config.ts'
import { PATHS } from '../paths.ts'

/** The challenge of the codes of devices. It is no SHA-256, so no verifier fits it at the grant `authorization_code`. */
export const DEVICE_CHALLENGE = 'device'

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
