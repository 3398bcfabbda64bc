/** Wire shapes of the rules, the overrides and the reviews of offers. */
import { type Static, Type } from 'typebox'
import { ActorResponse } from '../../kit/principals/schema.ts'
import {
  Answered,
  Count,
  DateTime,
  Maybe,
  Money,
  Nullable,
  OneOf,
  pagedQuery,
  SoughtReference,
  STRICT,
} from '../../kit/shared/wire.ts'
import { CAUSES, OfferHold } from '../copy/offers/hold-schema.ts'
import { OfferRules, StockRule } from '../offer-rules/shapes/schema.ts'

/** Maximum number of overrides, or of decisions, in one call. */
export const MAX_ITEMS = 10_000

const Version = Type.Integer({
  description: 'Counts the changes of the rules, from 1; 0 for none.',
})

/** The body of PUT /v2/channels/<id>/offer-rules. */
export const OfferRulesRequest = Type.Object(
  {
    ...OfferRules.properties,
    Version: Maybe(
      Count(
        0,
        2_147_483_647,
        'The version that was read before. If the rules have been changed since, nothing is stored.',
      ),
    ),
    ChangedAt: Maybe(DateTime('As answered by GET: it is ignored.')),
    ChangedBy: Type.Optional(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        description: 'As answered by GET: it is ignored.',
      }),
    ),
  },
  { ...STRICT, title: 'OfferRulesRequest' },
)
export type OfferRulesRequest = Static<typeof OfferRulesRequest>

const VERSION = Type.Object({
  Version,
  ChangedAt: Nullable(Type.String({ format: 'date-time', description: 'Null: never.' })),
  ChangedBy: Type.Unsafe<ActorResponse | null>({
    anyOf: [ActorResponse, { type: 'null' }],
    description: 'Who has changed them last.',
  }),
})

/** The rules of a channel in an answer. Parts that are not set are left out. */
export const OfferRulesResponse = Type.Unsafe<OfferRules & Static<typeof VERSION>>({
  ...VERSION,
  title: 'OfferRulesResponse',
  properties: { ...Answered(OfferRules).properties, ...VERSION.properties },
})
export type OfferRulesResponse = Static<typeof OfferRulesResponse>

/** The body of PUT /v2/channels/<id>/offer-overrides. Its items are checked one by one. */
export const OverridesRequest = Type.Unsafe<readonly unknown[]>({
  type: 'array',
  maxItems: MAX_ITEMS,
})

/** An override in an answer. */
export const OverrideResponse = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Price: Nullable(Type.Number()),
    Stock: Type.Unsafe<StockRule | null>({ anyOf: [Answered(StockRule), { type: 'null' }] }),
    Hidden: Type.Boolean(),
    From: Nullable(Type.String({ format: 'date-time' })),
    Until: Nullable(Type.String({ format: 'date-time' })),
    IsActive: Type.Boolean({ description: 'Whether it holds now.' }),
  },
  { title: 'OfferOverrideResponse' },
)
export type OverrideResponse = Static<typeof OverrideResponse>

/** The query of GET /v2/channels/<id>/offer-overrides, and of its problems. */
export const OfOneChannelQuery = pagedQuery(
  'items',
  {
    product: Type.Optional(SoughtReference('Only this product.')),
  },
  600,
)
export type OfOneChannelQuery = Static<typeof OfOneChannelQuery>

/** Names an override without a begin. */
export const NO_BEGIN = 'always'

/** The query of DELETE /v2/channels/<id>/offer-overrides/<reference>. */
export const OverrideQuery = Type.Object(
  {
    from: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        anyOf: [{ format: 'date-time' }, { const: NO_BEGIN }],
        description: `Only the override that begins then; \`${NO_BEGIN}\` for the one without a begin. All when left out.`,
      }),
    ),
    price: Type.Optional(Money('Only an override with this price.')),
  },
  STRICT,
)
export type OverrideQuery = Static<typeof OverrideQuery>

const HELD = {
  ChannelId: Type.Integer(),
  ChannelName: Type.String(),
  MerchantProductReference: Type.String(),
  Name: Type.String(),
  ...OfferHold.properties,
  Currency: Type.String({ description: 'ISO 4217: the currency of the prices.' }),
  GuardPercent: Type.Number({
    description: 'By how many percent a price of the channel may move without a person.',
  }),
  Cause: OneOf(CAUSES, 'What has changed the offer, as in its history.'),
  Since: Type.String({ format: 'date-time' }),
}

/** A product that is held back from a channel. */
export const HeldOffer = Type.Object(HELD, { title: 'HeldOffer' })
export type HeldOffer = Static<typeof HeldOffer>

/** The query of GET /v2/offers/guarded. */
export const GuardedQuery = pagedQuery(
  'items',
  {
    channel: Type.Optional(Count(1, Number.MAX_SAFE_INTEGER, 'Only of the channel with this Id.')),
    cause: Type.Optional(OneOf(CAUSES, 'Only with this cause.')),
    decision: Type.Optional(
      OneOf(
        ['open', 'refused'],
        'Those that wait, or those that were refused; open when left out.',
      ),
    ),
  },
  600,
)
export type GuardedQuery = Static<typeof GuardedQuery>

/** The body of POST /v2/offers/decisions. */
export const DecisionRequest = Type.Object(
  {
    Decision: OneOf(
      ['accept', 'refuse'],
      'accept offers the new price. refuse keeps the price that the channel knows, until another one is to be offered.',
    ),
    ChannelId: Maybe(Count(1, Number.MAX_SAFE_INTEGER, 'All waiting prices of this channel.')),
    Cause: Maybe(OneOf(CAUSES, 'All with this cause.')),
    Items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ChannelId: Count(1, Number.MAX_SAFE_INTEGER, 'The Id of the channel.'),
            MerchantProductReference: SoughtReference('The product.'),
            Price: Money(
              'The price that is decided on. Another one that waits meanwhile goes on waiting.',
            ),
          },
          { ...STRICT, title: 'OfferDecisionItem' },
        ),
        { minItems: 1, maxItems: MAX_ITEMS },
      ),
    ),
  },
  { ...STRICT, title: 'OfferDecisionRequest' },
)
export type DecisionRequest = Static<typeof DecisionRequest>

/** The answer to POST /v2/offers/decisions. */
export const DecisionResult = Type.Object(
  {
    DecidedCount: Type.Integer(),
    MissingCount: Type.Integer({
      description: 'Items whose price does not wait, or does not wait any more.',
    }),
  },
  { title: 'OfferDecisionResult' },
)
export type DecisionResult = Static<typeof DecisionResult>

const HistoricOffer = Type.Object(
  {
    Price: Nullable(Type.Number()),
    Stock: Type.Integer(),
    IsOffered: Type.Boolean({ description: 'Whether the channel should have the product.' }),
  },
  { title: 'HistoricOffer' },
)

/** A change of what a channel was to be offered. */
export const OfferHistoryEntry = Type.Object(
  {
    OccurredAt: Type.String({ format: 'date-time' }),
    ChannelId: Type.Integer(),
    ChannelName: Type.String(),
    MerchantProductReference: Type.String(),
    Before: HistoricOffer,
    After: HistoricOffer,
    Cause: OneOf(
      CAUSES,
      'What has changed the offer: a write or an import of the product, an order, a shipment or a return (stock), a count, units that are not held back any more (lag), a rule, an override, the begin or the end of a sale (window), a decision on a guarded price (guard), settings, or exchange and VAT rates (rates).',
    ),
    Actor: ActorResponse,
  },
  { title: 'OfferHistoryEntry' },
)
export type OfferHistoryEntry = Static<typeof OfferHistoryEntry>

/** The query of GET /v2/offers/history. */
export const HistoryQuery = pagedQuery(
  'items',
  {
    product: SoughtReference('The product.'),
    channel: Type.Optional(Count(1, Number.MAX_SAFE_INTEGER, 'Only of the channel with this Id.')),
  },
  600,
)
export type HistoryQuery = Static<typeof HistoryQuery>
