/** Settings of the device authorization grant (RFC 8628). Pure. */
import type { Static } from 'typebox'
import { Flag, Limit, Settings, Whole } from '../../shared/schema-parts.ts'
import type { McpConfig } from './config.ts'

/** `mcp.deviceAuthorization`. */
export const DeviceAuthorization = Settings('RFC 8628: terminals and devices. See below.', {
  enabled: Flag('Default false.'),
  expiresIn: Whole('Seconds in which a person has to enter the code. Default 600.', 60, 1_800),
  interval: Whole('Seconds that a device waits between two requests. Default 5.', 1, 60),
  rateLimit: Limit('Devices per minute that one address can start. Default 30.'),
})

/** The settings, complete; undefined while the grant is off. */
export function readDevices(
  given: Static<typeof DeviceAuthorization> | undefined,
): McpConfig['deviceAuthorization'] {
  if (given?.enabled !== true) return undefined
  const { expiresIn = 600, interval = 5, rateLimit = 30 } = given
  return { expiresIn, interval, rateLimit }
}
