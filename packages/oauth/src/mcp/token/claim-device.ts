/** The grant of a device (RFC 8628, sections 3.4 and 3.5). */
import { Refusal } from '../../http/refusal.ts'
import { hashSecret } from '../../shared/secrets.ts'
import type { PollOutcome } from '../../store/devices.ts'
import { type Client, DEVICE_CHALLENGE } from '../client.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Parameters } from '../parameters.ts'
import { namedResource, problemOfTarget } from '../resource.ts'

/** The code that the decision of the person has made, for the claim that redeems it once. */
export interface ApprovedDevice {
  readonly codeHash: string
  readonly codeChallenge: string
  readonly redirectUri: undefined
  readonly resource: string
}

/** Looks whether the person has decided, and counts the request. Nothing is claimed yet. */
export async function claimDevice(
  { mcp, mcpStore }: Pick<McpContext, 'mcp' | 'mcpStore'>,
  { clientId }: Client,
  parameters: Parameters,
): Promise<ApprovedDevice | Refusal> {
  const device = parameters.get('device_code')
  if (device === undefined) return new Refusal('invalid_request', 'device_code is missing.')
  const polled = await mcpStore.devices.poll(hashSecret(device), clientId)
  if (polled.outcome !== 'approved') return new Refusal(...REFUSALS[polled.outcome])
  const { codeHash, resource } = polled
  if (namedResource(parameters.getAll('resource'), mcp.resources, resource) !== resource) {
    return new Refusal('invalid_target', problemOfTarget(mcp.resources))
  }
  return { codeHash, codeChallenge: DEVICE_CHALLENGE, redirectUri: undefined, resource }
}

/** All with status 400, as RFC 8628, section 3.5 refers to RFC 6749, section 5.2. */
const BAD = { status: 400 } as const

const REFUSALS: Readonly<
  Record<Exclude<PollOutcome['outcome'], 'approved'>, ConstructorParameters<typeof Refusal>>
> = {
  unknown: ['invalid_grant', 'The device code is not known.', BAD],
  expired: ['expired_token', 'The device code has expired.', BAD],
  pending: ['authorization_pending', 'The person has not decided yet.', BAD],
  slow_down: ['slow_down', 'Ask less often: wait 5 seconds longer than before.', BAD],
  denied: ['access_denied', 'The person denied the request.', BAD],
}
