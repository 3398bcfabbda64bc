/** The events of channels, and the codes of refusals. */
import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'

const ChannelData = Type.Object({ Name: Type.String() }, { title: 'ChannelEventData' })
const NoData = Type.Object({}, { title: 'EmptyEventData' })

const SYNC_SCOPES = ['products:sync', 'offers:sync'] as const
const channel = {
  audience: 'both',
  scopes: ['channels:read', ...SYNC_SCOPES],
  data: ChannelData,
} as const

export const CHANNEL_EVENTS = {
  'sync.pending': { audience: 'channel', scopes: SYNC_SCOPES, data: NoData },
  'channel.created': { ...channel, audience: 'merchant' },
  'channel.updated': channel,
  'channel.deactivated': channel,
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const CHANNEL_PROBLEMS = {
  MARKET_NOT_TO_BE_REMOVED: { status: 409, title: 'The product must not be removed' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
