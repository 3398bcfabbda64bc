/** The events of channels, and the codes of refusals. */
import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'

const Changes = Type.Array(Type.String(), {
  description:
    'What has changed, in words: what was before, and what is now. Channels do not get it.',
})
const ChannelData = Type.Object(
  { Name: Type.String(), Changes: Type.Optional(Changes) },
  { title: 'ChannelEventData' },
)
const NoData = Type.Object({}, { title: 'EmptyEventData' })

const SYNC_SCOPES = ['products:sync', 'offers:sync'] as const
const channel = {
  audience: 'both',
  scopes: ['channels:read', ...SYNC_SCOPES],
  data: ChannelData,
} as const

const OffersData = Type.Object(
  {
    ChannelId: Type.Integer(),
    References: Type.Array(Type.String(), {
      description: 'MerchantProductReference of up to 100 products.',
    }),
    More: Type.Integer({ description: 'Number of further products.' }),
  },
  { title: 'OffersEventData' },
)
const RulesData = Type.Object(
  {
    ChannelId: Type.Integer(),
    Version: Type.Integer({ description: 'Of the rules, from 1.' }),
    Changes,
  },
  { title: 'OfferRulesEventData' },
)
const OFFERS = { audience: 'merchant', scopes: ['channels:read'] } as const

export const CHANNEL_EVENTS = {
  'sync.pending': { audience: 'channel', scopes: SYNC_SCOPES, data: NoData },
  'channel.created': { ...channel, audience: 'merchant' },
  'channel.updated': channel,
  'channel.deactivated': channel,
  'channel.reset': { ...channel, audience: 'merchant' },
  'offer_rules.changed': { ...OFFERS, data: RulesData },
  'offer_overrides.changed': { ...OFFERS, data: OffersData },
  'offer.guarded': { ...OFFERS, data: OffersData },
  'offer.held_back': { ...OFFERS, data: OffersData },
  'offer.decided': { ...OFFERS, data: OffersData },
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const CHANNEL_PROBLEMS = {
  MARKET_OFFER_RULES_CHANGED: { status: 409, title: 'The rules have been changed meanwhile' },
  MARKET_NOT_TO_BE_REMOVED: { status: 409, title: 'The product must not be removed' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
