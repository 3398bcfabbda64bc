/** Settings of the device authorization grant (RFC 8628). Pure. */
import { type Static, Type } from 'typebox'
import { CLOSED, Flag } from '../../shared/schema-parts.ts'
import type { McpConfig } from './config.ts'

/** `mcp.deviceAuthorization`. */
export const DeviceAuthorization = Type.Object(
  Type.Partial(
    Type.Object({
      enabled: Flag('Default false.'),
      expiresIn: Type.Integer({
        minimum: 60,
        maximum: 1_800,
        description: 'Seconds in which a person has to enter the code. Default 600.',
      }),
      interval: Type.Integer({
        minimum: 1,
        maximum: 60,
        description: 'Seconds that a device waits between two requests. Default 5.',
      }),
      rateLimit: Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(false)], {
        description: 'Devices per minute that one address can start. Default 30.',
      }),
    }),
  ).properties,
  { ...CLOSED, description: 'RFC 8628: terminals and devices. See below.' },
)

/** The settings, complete; undefined while the grant is off. */
export function readDevices(
  given: Static<typeof DeviceAuthorization> | undefined,
): McpConfig['deviceAuthorization'] {
  if (given?.enabled !== true) return undefined
  const { expiresIn = 600, interval = 5, rateLimit = 30 } = given
  return { expiresIn, interval, rateLimit }
}
