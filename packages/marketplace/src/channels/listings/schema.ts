/** Wire shapes of listings: what channels know of products. */
import { type Static, Type } from 'typebox'
import {
  Count,
  Line,
  Moment,
  Nullable,
  OneOf,
  pagedQuery,
  Several,
  SoughtReference,
} from '../../kit/shared/wire.ts'
import { OfferExplanation } from '../copy/offers/explanation.ts'
import { PENDING } from '../copy/pending.ts'
import { Currency, ProductData } from '../copy/schema.ts'
import { UNWANTED_REASONS } from '../copy/target.ts'

const Problem = Type.Object(
  {
    Code: Type.String({
      description:
        'The code of the rejection; `REPORTED_BY_CHANNEL` if the channel has said it in `Failed`.',
    }),
    Detail: Type.String({ description: 'What is wrong, and what to do.' }),
    OccurredAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ListingProblem' },
)

const ListedOffer = Type.Object(
  { Price: Nullable(Type.Number()), Currency, Stock: Type.Integer() },
  { title: 'ListedOffer' },
)
export type ListedOffer = Static<typeof ListedOffer>

const orNull = <T extends typeof ProductData | typeof ListedOffer>(shape: T, description: string) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [shape, { type: 'null' }], description })

const FIELDS = {
  ChannelId: Type.Integer(),
  ChannelName: Type.String(),
  MerchantProductReference: Type.String(),
  ChannelProductReference: Nullable(
    Type.String({
      description:
        "The channel's own reference, under which it lists the product. Null if it does not list the product.",
    }),
  ),
  IsWanted: Type.Boolean({
    description:
      'Whether the channel should have the product: it is active, and selected for the channel.',
  }),
  Pending: Nullable(
    OneOf(['create', 'update', 'remove'], 'What the channel must still do with the data.'),
  ),
  PendingSince: Moment('Since when the data waits for the channel.'),
  IsOfferPending: Type.Boolean({
    description: 'Whether the channel must still take over the price and the stock.',
  }),
  OfferPendingSince: Moment('Since when price and stock wait for the channel.'),
  ConfirmedAt: Moment('When the channel last confirmed data of the product.'),
  ConfirmedOffer: orNull(ListedOffer, 'The price and the stock that the channel confirmed last.'),
  OfferConfirmedAt: Moment('When the channel last confirmed price and stock.'),
  Problem: Type.Unsafe<Static<typeof Problem> | null>({
    anyOf: [Problem, { type: 'null' }],
    description:
      'Why the channel could not process the product, or why its last acknowledgement was rejected. Null if nothing was wrong since the data was confirmed.',
  }),
}

/** An item of GET /v2/listings. */
export const ListingResponse = Type.Object(FIELDS, { title: 'ListingResponse' })
export type ListingResponse = Static<typeof ListingResponse>

const value = (description: string) =>
  Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], description })

const ListingChange = Type.Object(
  {
    Field: Type.String({
      description: 'The name of the field; of one text of ExtraData `ExtraData.` and its name.',
    }),
    Confirmed: value('The value that the channel has confirmed.'),
    Current: value('The value that the channel would get now.'),
  },
  { title: 'ListingChange' },
)
export type ListingChange = Static<typeof ListingChange>

/** An item of GET /v2/products/<ref>/listings. */
export const ProductListing = Type.Object(
  {
    ...FIELDS,
    UnwantedReason: Nullable(
      OneOf(
        UNWANTED_REASONS,
        'Why the channel should not have the product: it is inactive, its parent is, or the selection of the channel leaves it out; an override hides it or its parent, or its offer cannot be computed; of a parent, that a flat channel gets only the variants, or that none of the variants is active and selected. Null if the channel should have it.',
      ),
    ),
    Confirmed: orNull(ProductData, 'The data that the channel has confirmed last, as it got it.'),
    Current: orNull(
      ProductData,
      'The data that the channel would get now. Null if it should not have the product.',
    ),
    CurrentOffer: orNull(
      ListedOffer,
      'The price and the stock that the channel would get now. Null for a product that it cannot sell.',
    ),
    Changes: Type.Array(ListingChange, {
      description:
        'The fields in which what the channel would get now differs from what it has confirmed. Empty if one of the two is missing.',
    }),
    Explanation: Type.Unsafe<Static<typeof OfferExplanation> | null>({
      anyOf: [OfferExplanation, { type: 'null' }],
      description: 'How the current offer came about. Null for a channel.',
    }),
  },
  { title: 'ProductListing' },
)
export type ProductListing = Static<typeof ProductListing>

/** Maximum number of references in one parameter. */
const MAX_NAMED = 100

/** The query of GET /v2/listings. */
export const ListingsQuery = pagedQuery(
  'listings',
  {
    channelId: Type.Optional(
      Count(
        1,
        Number.MAX_SAFE_INTEGER,
        'Only listings of this channel. A channel sees its own only.',
      ),
    ),
    product: Type.Optional(
      Several(
        SoughtReference('A reference.'),
        MAX_NAMED,
        'Only products with one of these references of the merchant. Repeat the parameter for each.',
      ),
    ),
    channelReference: Type.Optional(
      Several(
        Line(250),
        MAX_NAMED,
        'Only products that the channel lists under one of these references. Repeat the parameter for each.',
      ),
    ),
    isListed: Type.Optional(
      Type.Boolean({
        description:
          'True: only products that the channel lists. False: only those that it does not.',
      }),
    ),
    pending: Type.Optional(
      Several(
        OneOf(PENDING, 'What must be pending.'),
        PENDING.length,
        'Only listings of which one of these is pending. Repeat the parameter for each.',
      ),
    ),
  },
  400,
)
export type ListingsQuery = Static<typeof ListingsQuery>
