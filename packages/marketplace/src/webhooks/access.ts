/** Which events a principal may have sent. */
import { readableTypes } from '../kit/events/access.ts'
import { type EventType, typesFor, typesMatching } from '../kit/events/types.ts'
import type { Principal } from '../kit/principals/principal.ts'
import { type Fault, type Refusal, refuse, refuseFaults } from '../kit/shared/errors.ts'
import { TEST_TYPE } from './rules.ts'

/** Types that only channels see. A merchant who may read its channels may have them sent to a channel. */
const CHANNEL_ONLY = typesFor('channel').filter((type) => !typesFor('merchant').includes(type))

function sendableTypes(principal: Principal): ReadonlySet<string> {
  const mayHelp = principal.scopes.includes('channels:read')
  return new Set([...readableTypes(principal), ...(mayHelp ? CHANNEL_ONLY : [])])
}

/** Whether a principal may read what was sent of a type of events. Tests contain nothing. */
export function mayRead(principal: Principal, type: string): boolean {
  return type === TEST_TYPE || sendableTypes(principal).has(type)
}

/**
 * Returns why a principal may not have events of these types sent: there is no such type, the channel does not see it, or the principal
 * itself may not read it. Undefined if it may.
 */
export function refuseTypes(
  principal: Principal,
  patterns: readonly string[],
  channelId: number | null,
): Refusal | undefined {
  const receiver = channelId === null ? 'merchant' : 'channel'
  const visible = new Set<EventType>(typesFor(receiver))
  const matches = patterns.map((one) => typesMatching(one).filter((type) => visible.has(type)))
  const message = `must be a type of events for ${receiver}s, all of a kind such as order.*, or *`
  const faults = matches.flatMap((types, index): Fault[] =>
    types.length === 0 ? [{ path: `/Types/${index}`, message }] : [],
  )
  if (faults.length > 0) return refuseFaults(faults)
  const sendable = sendableTypes(principal)
  const forbidden = [...new Set(matches.flat())].filter((type) => !sendable.has(type))
  if (forbidden.length === 0) return undefined
  const detail = `The credentials lack the scopes to read these events: ${forbidden.join(', ')}. Name other types, or use other credentials.`
  return refuse('MARKET_FORBIDDEN', detail)
}
