/** Which events a principal may have sent. */
import { readableTypes } from '../kit/events/access.ts'
import { typesFor, typesMatching } from '../kit/events/types.ts'
import type { Names } from '../kit/names/names.ts'
import type { Principal } from '../kit/principals/principal.ts'
import { type Issue, type Refusal, refuse, refuseIssues } from '../kit/shared/errors.ts'
import type { EventType } from '../kit/shared/names.ts'
import { TEST_TYPE } from './rules.ts'

/** A merchant who may read its channels may have the types that only channels see sent to a channel. */
function sendableTypes(names: Names, principal: Principal): ReadonlySet<string> {
  const seen = new Set(typesFor(names, 'merchant'))
  const ofChannels = typesFor(names, 'channel').filter((type) => !seen.has(type))
  const mayHelp = principal.scopes.includes('channels:read')
  return new Set([...readableTypes(names, principal), ...(mayHelp ? ofChannels : [])])
}

/** Whether a principal may read what was sent of a type of events. Tests contain nothing. */
export function mayRead(names: Names, principal: Principal, type: string): boolean {
  return type === TEST_TYPE || sendableTypes(names, principal).has(type)
}

/**
 * Returns why a principal may not have events of these types sent: there is no such type, the channel does not see it, or the principal
 * itself may not read it. Undefined if it may.
 */
export function refuseTypes(
  names: Names,
  principal: Principal,
  patterns: readonly string[],
  channelId: number | null,
): Refusal | undefined {
  const receiver = channelId === null ? 'merchant' : 'channel'
  const visible = new Set<EventType>(typesFor(names, receiver))
  const matches = patterns.map((one) =>
    typesMatching(names, one).filter((type) => visible.has(type)),
  )
  const message = `must be a type of events for ${receiver}s, all of a kind such as order.*, or *`
  const issues = matches.flatMap((types, index): Issue[] =>
    types.length === 0 ? [{ path: `/Types/${index}`, message }] : [],
  )
  if (issues.length > 0) return refuseIssues(issues)
  const sendable = sendableTypes(names, principal)
  const forbidden = [...new Set(matches.flat())].filter((type) => !sendable.has(type))
  if (forbidden.length === 0) return undefined
  const detail = `The credentials lack the scopes to read these events: ${forbidden.join(', ')}. Name other types, or use other credentials.`
  return refuse('MARKET_FORBIDDEN', detail)
}
