/** Wire shapes of products. Names are in PascalCase. */
import { type Static, Type } from 'typebox'
import { Actions } from '../../kit/principals/actions.ts'
import {
  Answered,
  Block,
  Count,
  DateTime,
  ExtraData,
  ExtraDataPatch,
  Line,
  MAX_REFERENCE,
  Maybe,
  Money,
  Nullable,
  Percentage,
  Reference,
  STRICT,
  VatClass,
} from '../../kit/shared/wire.ts'
import { PRODUCT_ACTIONS } from './actions.ts'

/** Maximum number of products in one call, including children. */
export const MAX_ITEMS = 10_000

/** A call with many items can contain 10 MB. */
export const BULK_BODY_LIMIT = 10 * 1024 * 1024

const WebUrl = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'web-url', maxLength: 2048, description })

const ProductReference = Reference(
  MAX_REFERENCE,
  "The merchant's own reference of the product. Unique, case-sensitive.",
  'product-reference',
)

/** The fields that a merchant writes, except the reference and the position in the tree. */
const PRODUCT_FIELDS = {
  ChannelProductReference: Maybe(
    Reference(MAX_REFERENCE, 'The reference that the channel should use, if it takes one.'),
  ),
  Name: Maybe(Line(512, 'Name as shown to buyers. Needed to create a product.')),
  Description: Maybe(Block(65_536, 'Description as shown to buyers; may hold HTML.')),
  Details: Maybe(Block(65_536, 'Further details.')),
  Brand: Maybe(Line(256)),
  Size: Maybe(Line(255)),
  Color: Maybe(Line(255)),
  Ean: Maybe(Line(64, 'EAN, UPC or ISBN.')),
  ManufacturerProductNumber: Maybe(Line(255)),
  Stock: Maybe(
    Count(0, 2_147_483_647, 'The count: how many units there are, sold or not. Null counts as 0.'),
  ),
  StockCountedAt: Maybe(
    DateTime(
      'When the stock was counted; now when left out. A count settles what left before it, and one that is older than the stored count is not applied. What the hub has taken off the stock or added to it since is taken off the count or added to it.',
    ),
  ),
  Price: Maybe(Money('Selling price, including VAT, in the base currency of the customer.')),
  MSRP: Maybe(Money("Manufacturer's suggested retail price.")),
  PurchasePrice: Maybe(Money()),
  DiscountRate: Maybe(Percentage('Discount in percent.')),
  VatRate: Maybe(Percentage("VAT in percent. Without it the customer's default rate holds.")),
  VatClass: Maybe(
    VatClass(
      "The class under which the table of VAT rates has its rate in each country; 'standard' when left out.",
    ),
  ),
  ShippingCost: Maybe(Money()),
  ShippingTime: Maybe(Line(255, "Delivery time in words, such as '2 to 3 days'.")),
  Url: Maybe(WebUrl('Page of the product.')),
  ImageUrl: Maybe(WebUrl('Main image.')),
  CategoryTrail: Maybe(Line(1024, "Path of categories, such as 'Home > Kitchen > Mugs'.")),
  ExtraData: Maybe(ExtraData),
}

const ParentMerchantReference = Maybe(
  Reference(
    MAX_REFERENCE,
    'Reference of the parent, for a child. One level only.',
    'product-reference',
  ),
)
const IsActive = Maybe(Type.Boolean({ description: 'Whether the product is offered at all.' }))

/** A child inside its parent: a product without children of its own. */
const Child = Type.Object(
  {
    MerchantProductReference: ProductReference,
    ...PRODUCT_FIELDS,
    ParentMerchantReference,
    IsActive,
  },
  { ...STRICT, title: 'ProductChild' },
)

/** A product in a POST request, alone or as an item of an array. */
export const ProductRequest = Type.Object(
  {
    MerchantProductReference: ProductReference,
    ...PRODUCT_FIELDS,
    ParentMerchantReference,
    IsActive,
    Children: Type.Optional(
      Type.Unsafe<Static<typeof Child>[] | null>({
        type: ['array', 'null'],
        items: Child,
        maxItems: MAX_ITEMS,
        description: 'Variants of this product, such as its sizes.',
      }),
    ),
  },
  { ...STRICT, title: 'ProductRequest' },
)
export type ProductRequest = Static<typeof ProductRequest>

const CHANGE_FIELDS = {
  MerchantProductReference: Type.Optional(ProductReference),
  ...PRODUCT_FIELDS,
  ParentMerchantReference,
  IsActive,
}

/** What is read only for a write that replaces what somebody else may change meanwhile. */
const EXPECTED =
  'Values that the product has to have, so that the write replaces no change of somebody else. Null expects no value.'

/** Values that a product is expected to have. Those that are not named do not matter. */
export const ExpectedProduct = Type.Object(
  { ...PRODUCT_FIELDS, ParentMerchantReference, ExtraData: Maybe(ExtraDataPatch) },
  { ...STRICT, title: 'ExpectedProduct' },
)
export type ExpectedProduct = Static<typeof ExpectedProduct>

const IGNORED = 'As answered by GET, or anything else: it is ignored.'
const Ignored = Maybe(Type.Integer({ description: IGNORED }))

/**
 * The body of PUT: a product without its children, which have their own references. Read-only fields of the answer to GET may be sent back
 * unchanged.
 */
export const ProductReplacement = Type.Object(
  {
    ...CHANGE_FIELDS,
    Id: Maybe(Type.Integer()),
    Children: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string' },
        maxItems: MAX_ITEMS,
        description: 'As answered by GET.',
      }),
    ),
    CreatedAt: Maybe(DateTime('As answered by GET.')),
    UpdatedAt: Maybe(DateTime('As answered by GET.')),
    StockReserved: Ignored,
    StockAvailable: Ignored,
    Actions: Type.Optional(
      Type.Unsafe<readonly object[] | null>({
        type: ['array', 'null'],
        items: { type: 'object' },
        maxItems: 100,
        description: IGNORED,
      }),
    ),
    Warnings: Type.Optional(
      Type.Unsafe<readonly string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string', maxLength: 2000 },
        maxItems: 100,
        description: IGNORED,
      }),
    ),
  },
  { ...STRICT, title: 'ProductReplacement' },
)
export type ProductReplacement = Static<typeof ProductReplacement>

const PATCH_FIELDS = { ...CHANGE_FIELDS, ExtraData: Maybe(ExtraDataPatch) }

/** The body of PATCH (RFC 7396). Null removes a value, also in ExtraData. */
export const ProductPatch = Type.Object(
  { ...PATCH_FIELDS, Expected: Type.Optional({ ...ExpectedProduct, description: EXPECTED }) },
  { ...STRICT, title: 'ProductPatch' },
)
export type ProductPatch = Static<typeof ProductPatch>

const _Change = Type.Object(PATCH_FIELDS)

/** A change of a product: a replacement or a patch. */
export type ProductChange = Static<typeof _Change>

/** The part of {@link ExpectedProduct} that an offer has. */
const ExpectedOffer = Type.Object(
  {
    Price: PRODUCT_FIELDS.Price,
    Stock: PRODUCT_FIELDS.Stock,
    StockCountedAt: PRODUCT_FIELDS.StockCountedAt,
  },
  { ...STRICT, title: 'ExpectedOffer' },
)

/** One item of PUT /offers. Values that are not named stay. */
export const OfferChange = Type.Object(
  {
    MerchantProductReference: ProductReference,
    Price: PRODUCT_FIELDS.Price,
    Stock: PRODUCT_FIELDS.Stock,
    StockCountedAt: PRODUCT_FIELDS.StockCountedAt,
    StockChange: Type.Optional(
      Count(
        -2_147_483_647,
        2_147_483_647,
        'Units to add to the stock, or to take off it, instead of a count. The stock goes down to 0 at most.',
      ),
    ),
    Expected: Type.Optional({ ...ExpectedOffer, description: EXPECTED }),
  },
  { ...STRICT, title: 'OfferChange' },
)
export type OfferChange = Static<typeof OfferChange>

/** The body of PUT /offers. Its items are checked one by one, so that an invalid item does not prevent others from being stored. */
export const OfferChanges = Type.Unsafe<readonly unknown[]>({ type: 'array', maxItems: MAX_ITEMS })

/** The two bodies of POST /products. The items of an array are checked one by one. */
export const ProductRequests = {
  anyOf: [
    ProductRequest,
    {
      type: 'array',
      items: ProductRequest,
      maxItems: MAX_ITEMS,
      description: 'Products to create or to change.',
    },
  ],
}

const RESPONSE_FIELDS = Answered(
  Type.Object(
    {
      Id: Type.Integer(),
      MerchantProductReference: Type.String(),
      ParentMerchantReference: Nullable(Type.String()),
      ...PRODUCT_FIELDS,
      IsActive: Type.Boolean({ description: 'Whether the product and its parent are active.' }),
      Children: Type.Array(Type.String(), { description: 'References of the children.' }),
      CreatedAt: Type.String({ format: 'date-time' }),
      UpdatedAt: Type.String({ format: 'date-time' }),
      StockReserved: Type.Integer({
        description:
          'Units of the stock that are not for sale: ordered and open, or shipped since the stock was counted.',
      }),
      StockAvailable: Type.Integer({
        description:
          'Units that may still be sold: the stock without what is reserved, at least 0.',
      }),
    },
    { title: 'ProductResponse' },
  ),
).properties

/** A product in an answer. */
export const ProductResponse = Type.Object(
  { ...RESPONSE_FIELDS, Actions: Actions('ProductAction', PRODUCT_ACTIONS) },
  { title: 'ProductResponse' },
)
export type ProductResponse = Static<typeof ProductResponse>

/** The answer to a POST request with an array. */
export const ProductCreationResult = Type.Object(
  {
    AcceptedCount: Type.Integer(),
    RejectedCount: Type.Integer(),
    ProductMessages: Type.Array(
      Type.Object(
        {
          Name: Nullable(Type.String()),
          Reference: Nullable(Type.String()),
          Warnings: Type.Array(Type.String()),
          Errors: Type.Array(Type.String()),
          IsConflict: Type.Boolean({
            description: 'Whether the item was rejected because a value is not as `Expected` says.',
          }),
        },
        { title: 'ProductMessage' },
      ),
    ),
  },
  { title: 'ProductCreationResult' },
)
export type ProductCreationResult = Static<typeof ProductCreationResult>

/** The path parameter of one product. */
export const ProductPath = Type.Object({
  reference: Reference(MAX_REFERENCE, "The merchant's reference."),
})
export type ProductPath = Static<typeof ProductPath>
