/** The wire shapes of the preview of offers. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../kit/shared/wire.ts'
import { OfferExplanation } from '../../copy/offers/explanation.ts'
import { UNWANTED_REASONS } from '../../copy/target.ts'
import { OFFER_PROBLEMS, type OfferProblemCode } from '../../offer-rules/index.ts'

const count = (description: string) => Type.Integer({ description })

const orNull = <T extends typeof Spread | typeof OfferExplanation>(shape: T, description: string) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [shape, { type: 'null' }], description })

/** The lowest, the middle and the highest of some changes. */
const Spread = Type.Object(
  {
    Lowest: Type.Number({ description: 'The strongest decrease, or else the smallest increase.' }),
    Median: Type.Number(),
    Highest: Type.Number({ description: 'The strongest increase, or else the smallest decrease.' }),
  },
  { title: 'OfferSpread' },
)
export type Spread = Static<typeof Spread>

/** What a channel is offered of a product. */
const PreviewedOffer = Type.Object(
  {
    Price: Nullable(Type.Number()),
    Currency: Type.String({ description: 'ISO 4217.' }),
    Stock: Type.Integer(),
    IsOffered: Type.Boolean({ description: 'Whether the channel should have the product.' }),
  },
  { title: 'PreviewedOffer' },
)
export type PreviewedOffer = Static<typeof PreviewedOffer>

/** A product whose offer would change. */
const PreviewedChange = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Name: Type.String(),
    Before: PreviewedOffer,
    After: PreviewedOffer,
    PriceChange: Nullable(
      Type.Number({
        description:
          'What the price would change by, also if it would wait for review. Null if the price stays, or before or after has none, or the currency changes.',
      }),
    ),
    PriceChangePercent: Nullable(
      Type.Number({ description: 'The same in percent of the price before. Null if that is 0.' }),
    ),
    UnwantedReason: Nullable(
      OneOf(UNWANTED_REASONS, 'Why the channel should not have the product with the new rules.'),
    ),
    Explanation: OfferExplanation,
  },
  { title: 'PreviewedChange' },
)
export type PreviewedChange = Static<typeof PreviewedChange>

const PreviewedProblem = Type.Object(
  {
    Code: OneOf(
      Object.keys(OFFER_PROBLEMS) as readonly OfferProblemCode[],
      'What is missing or wrong.',
    ),
    Count: count('Products with this problem.'),
    MerchantProductReferences: Type.Array(Type.String(), {
      description: 'The first 20 of them, by reference.',
    }),
  },
  { title: 'PreviewedProblem' },
)
export type PreviewedProblem = Static<typeof PreviewedProblem>

/** The answer of POST /v2/channels/<id>/offer-rules/preview. */
export const OfferPreview = Type.Object(
  {
    Compared: count('Products of the catalogue, all of which were compared.'),
    Changed: count('Products of which any of the following changes.'),
    PriceChanged: count('Products that are offered at another price at once.'),
    StockChanged: count('Products of which another number of units is offered.'),
    NewlyOffered: count('Products that are offered, and were not before.'),
    NoLongerOffered: count('Products that were offered, and are not any more.'),
    ToReview: count(
      'Products whose new price would wait for a person, and keeps the known one until then.',
    ),
    PriceChange: orNull(
      Spread,
      'The changes of prices that are offered at once, without those that would wait for review. Null if there are none that can be compared.',
    ),
    PriceChangePercent: orNull(Spread, 'The same in percent of the price before.'),
    Problems: Type.Array(PreviewedProblem, {
      description:
        'Why offers of selected products could not be computed. They are not offered, or with no units where they are listed.',
    }),
    Largest: Type.Array(PreviewedChange, {
      description:
        'The 50 largest changes: of prices, by percentage; then products that are newly or no longer offered; then of stock, by units.',
    }),
  },
  { title: 'OfferPreview' },
)
export type OfferPreview = Static<typeof OfferPreview>
