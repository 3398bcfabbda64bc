/** Wire shapes of the synchronisation of channels. */
import { type Static, type TSchema, Type } from 'typebox'
import { ProductResponse } from '../../catalogue/products/schema.ts'
import { CHANNEL_MODES } from '../../kit/principals/channel.ts'
import { Answered, Line, Maybe, Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { SelectionRule } from './offers/selection.ts'

/** Default and maximum number of items in an answer. */
export const PAGE_ITEMS = 1_000
export const MAX_PAGE_ITEMS = 5_000

/** The header that connects an answer with its acknowledgement. */
export const SYNC_HEADER = 'Entrepot-Sync'

/** The header with the number of items to send: a dictionary of RFC 9651. */
export const PENDING_HEADER = 'Entrepot-Pending'

/** The query of a poll. */
export const PollQuery = Type.Object(
  {
    maxCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE_ITEMS,
        description: `Most items of the answer, all lists together; ${PAGE_ITEMS} when left out.`,
      }),
    ),
  },
  STRICT,
)
export type PollQuery = Static<typeof PollQuery>

/** Default number of items of a preview, which is for people. */
export const PREVIEW_ITEMS = 100

/** The query of a preview. */
export const PreviewQuery = Type.Object(
  {
    maxCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: `Most products, and most offers, to answer; ${PREVIEW_ITEMS} when left out.`,
      }),
    ),
  },
  STRICT,
)
export type PreviewQuery = Static<typeof PreviewQuery>

// What a merchant may do is no part of what channels take over and confirm.
const { Id, IsActive, Children, CreatedAt, UpdatedAt, Actions, ...FIELDS } =
  ProductResponse.properties
// The VAT class decides the VAT of orders, which the hub calculates.
const { StockCountedAt, StockReserved, StockAvailable, VatClass, ...OFFERED } = FIELDS
const { Price, Stock, ChannelProductReference, ...DATA_FIELDS } = OFFERED

/** A field that is left out if it has no value, instead of being null. */
function withoutDefault<T extends TSchema>({
  default: _,
  ...schema
}: T & { default?: unknown }): T {
  return schema as unknown as T
}

/** Of a price at a channel, whose rules can convert it. */
export const Currency = Type.String({ description: 'ISO 4217: the currency of the price.' })

const CHANNEL_FIELDS = {
  ...DATA_FIELDS,
  // Only for channels with this setting. Left out for others, because null would mean that there is no price.
  Price: Type.Optional(withoutDefault(Price)),
  Currency: Type.Optional(Currency),
  Stock: Type.Optional(withoutDefault(Stock)),
}

/** The data of a product as a channel gets it, whatever its reference there. */
export const ProductData = Type.Object(CHANNEL_FIELDS, { title: 'ProductData' })

/** A product in the answer for a channel. */
export const ProductView = Type.Object(
  {
    ...CHANNEL_FIELDS,
    ChannelProductReference: Nullable(
      Type.String({
        description:
          "The channel's reference of a listed product; of one to be created, the one that the merchant wishes or the channel used before.",
      }),
    ),
  },
  { title: 'ProductView' },
)
export type ProductView = Static<typeof ProductView>

/** The answer of GET /products/data. */
export const ProductChanges = Type.Object(
  {
    ToBeCreated: Type.Array(ProductView),
    ToBeUpdated: Type.Array(ProductView),
    ToBeRemoved: Type.Array(ProductView),
  },
  { title: 'ProductChanges' },
)
export type ProductChanges = Static<typeof ProductChanges>

/** An item of the answer of GET /products/offers. */
export const Offer = Type.Object(
  {
    MerchantProductReference: Type.String(),
    ChannelProductReference: Type.String(),
    Price: Nullable(Type.Number()),
    Currency,
    Stock: Type.Integer(),
  },
  { title: 'Offer' },
)
export type Offer = Static<typeof Offer>

/** The answer of GET /channels/<id>/sync/preview. */
export const SyncPreview = Type.Object(
  {
    ...ProductChanges.properties,
    Offers: Type.Array(Offer),
    IsComplete: Type.Boolean({
      description: 'False while products remain to be compared: then more items may follow.',
    }),
  },
  { title: 'SyncPreview' },
)
export type SyncPreview = Static<typeof SyncPreview>

/** A reference in an acknowledgement. It is not checked here, because a malformed one is rejected individually. */
const acknowledged = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const ChannelReference = acknowledged(
  "The channel's own reference of the product, up to 250 characters.",
)

/** Maximum number of references in one list of an acknowledgement: 100 transactions. */
const MAX_REFERENCES = 100_000

/** A list that can be null or absent. */
const list = <T>(items: object, description: string) =>
  Type.Optional(
    Type.Unsafe<readonly T[] | null>({
      type: ['array', 'null'],
      items,
      maxItems: MAX_REFERENCES,
      description,
    }),
  )

const CreatedReference = Type.Object(
  {
    MerchantReference: acknowledged(
      "The merchant's reference of the product, up to 255 characters.",
    ),
    ChannelReference,
  },
  { ...STRICT, title: 'CreatedReference' },
)

const FailedProduct = Type.Object(
  {
    MerchantReference: acknowledged(
      "The merchant's reference of the product, up to 255 characters.",
    ),
    Detail: acknowledged(
      'Why the channel could not process it, for the merchant; up to 1000 characters.',
    ),
  },
  { ...STRICT, title: 'FailedProduct' },
)

/** The body of POST /products/data: the products that the channel has processed. */
export const ProcessedChanges = Type.Unsafe<{
  readonly Created?: readonly Static<typeof CreatedReference>[] | null
  readonly Updated?: readonly (string | null)[] | null
  readonly Removed?: readonly (string | null)[] | null
  readonly Failed?: readonly Static<typeof FailedProduct>[] | null
} | null>({
  type: ['object', 'null'],
  title: 'ProcessedChanges',
  additionalProperties: false,
  properties: {
    Created: list(CreatedReference, 'Products that the channel has created.'),
    Updated: list(ChannelReference, 'Products that the channel has updated.'),
    Removed: list(
      ChannelReference,
      'Products that the channel has removed, or was to update and does not have.',
    ),
    Failed: list(
      FailedProduct,
      'Products that the channel could not process. They are sent again, and the merchant sees why.',
    ),
  },
})
export type ProcessedChanges = Static<typeof ProcessedChanges>

/** The body of POST /products/offers: the products whose price and stock the channel has stored. */
export const ProcessedOffers = Type.Unsafe<readonly (string | null)[] | null>({
  type: ['array', 'null'],
  items: ChannelReference,
  maxItems: MAX_REFERENCES,
})

/** The answer to an acknowledgement. Empty if every reference was applied. */
export const AcknowledgementResult = Type.Object(
  {
    Rejected: Type.Optional(
      Type.Array(
        Type.Object(
          {
            List: Type.String({ enum: ['Created', 'Updated', 'Removed', 'Failed', 'Offers'] }),
            Reference: Nullable(
              Type.String({
                description:
                  "Of Created and Failed the merchant's reference, else the channel's; of a longer one the first 250 characters.",
              }),
            ),
            Code: Type.String(),
            Detail: Type.String(),
          },
          { title: 'Rejection' },
        ),
      ),
    ),
  },
  { title: 'AcknowledgementResult' },
)
export type AcknowledgementResult = Static<typeof AcknowledgementResult>

/** A reference of an acknowledgement that was not applied. */
export type Rejection = NonNullable<AcknowledgementResult['Rejected']>[number]

/** A channel in an answer for the merchant. */
export const ChannelResponse = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    Mode: OneOf(CHANNEL_MODES, "'flat': parents are ignored; 'grouped': parents are sent too."),
    CanShipPartialOrderLines: Type.Boolean(),
    IsActive: Type.Boolean({
      description: 'Whether the keys of the channel are accepted.',
    }),
    OffersInData: Type.Boolean({
      description: 'Whether the channel sees price and stock in /products/data too.',
    }),
    Selection: Nullable(Answered(SelectionRule)),
  },
  { title: 'ChannelResponse' },
)
export type ChannelResponse = Static<typeof ChannelResponse>

const Name = Type.Unsafe<string>({ ...Line(256, 'Unique among the channels.'), minLength: 1 })
const Mode = OneOf(CHANNEL_MODES, 'How the channel treats parents.')
const CanShipPartialOrderLines = Type.Boolean({
  description: 'Whether a shipment can contain part of the units of a line.',
})
const OffersInData = Type.Boolean({
  description: 'Whether the channel gets price and stock in /products/data too.',
})

/** The body of POST /channels. */
export const ChannelRequest = Type.Object(
  {
    Name,
    Mode: Type.Optional(Mode),
    CanShipPartialOrderLines: Type.Optional(CanShipPartialOrderLines),
    OffersInData: Type.Optional(OffersInData),
    Selection: Maybe(SelectionRule),
  },
  { ...STRICT, title: 'ChannelRequest' },
)
export type ChannelRequest = Static<typeof ChannelRequest>

/** The body of PATCH /channels/<id>. Values that are not named stay. */
export const ChannelChange = Type.Object(
  {
    Name: Type.Optional(Name),
    Mode: Type.Optional(Mode),
    CanShipPartialOrderLines: Type.Optional(CanShipPartialOrderLines),
    IsActive: Type.Optional(
      Type.Boolean({ description: 'False: the keys of the channel are refused.' }),
    ),
    OffersInData: Type.Optional(OffersInData),
    Selection: Maybe(SelectionRule),
  },
  { ...STRICT, title: 'ChannelChange' },
)
export type ChannelChange = Static<typeof ChannelChange>

/** The path parameter of one channel. */
export const ChannelPath = Type.Object({
  id: Type.Unsafe<string>({ type: 'string', pattern: '^[1-9][0-9]{0,14}$' }),
})
export type ChannelPath = Static<typeof ChannelPath>
