/** Wire shapes of the lists of products. */
import { type Static, Type } from 'typebox'
import {
  Count,
  DayOrTime,
  Line,
  OneOf,
  SearchText,
  Several,
  SoughtReference,
  STRICT,
} from '../../kit/shared/wire.ts'
import { PENDING } from '../copy/pending.ts'
import { PRODUCT_SORTS } from './place.ts'

/** Maximum number of references or EANs in one parameter. */
const MAX_NAMED = 100

/** What limits a list of products. */
const FILTER = {
  reference: Type.Optional(
    Several(
      SoughtReference('A reference.'),
      MAX_NAMED,
      'Only products with one of these references of the merchant. Repeat the parameter for each.',
    ),
  ),
  ean: Type.Optional(
    Several(
      Line(64),
      MAX_NAMED,
      'Only products with one of these EANs. Repeat the parameter for each.',
    ),
  ),
  q: Type.Optional(
    SearchText(
      'Only products that are found by this text, as `GET /search` finds them: by reference, EAN or name.',
    ),
  ),
  parent: Type.Optional(SoughtReference('Only the children of this product.', { minLength: 1 })),
  topLevel: Type.Optional(
    Type.Boolean({ description: 'True: only products without a parent. False: only children.' }),
  ),
  isActive: Type.Optional(
    Type.Boolean({
      description: 'Only products that are, or are not, active as `IsActive` says.',
    }),
  ),
  inStock: Type.Optional(
    Type.Boolean({
      description:
        'True: only products with a stock above 0, and parents of such products. False: only the others. Units that orders hold count as stock.',
    }),
  ),
  maxAvailable: Type.Optional(
    Count(
      0,
      2_147_483_647,
      'Only products of which at most so many units can be sold, as `StockAvailable` says; 0 for those that are sold out. Not parents, which are not sold.',
    ),
  ),
  hasEan: Type.Optional(
    Type.Boolean({ description: 'True: only products with an EAN. False: only those without.' }),
  ),
  updatedSince: Type.Optional(DayOrTime('Only products that changed then or later.')),
  createdSince: Type.Optional(DayOrTime('Only products that were created then or later.')),
  pendingAt: Type.Optional(
    Count(
      1,
      Number.MAX_SAFE_INTEGER,
      'Only products of which this channel must still fetch data or an offer.',
    ),
  ),
  pending: Type.Optional(
    Several(
      OneOf(PENDING, 'What must be pending.'),
      PENDING.length,
      'With `pendingAt`: only products of which one of these is pending. Repeat the parameter for each.',
    ),
  ),
  listedAt: Type.Optional(
    Count(
      1,
      Number.MAX_SAFE_INTEGER,
      'Only products that this channel lists. A channel that does not exist lists none.',
    ),
  ),
}

/** The query of GET /v2/products. */
export const ProductsQuery = Type.Object(
  {
    ...FILTER,
    sort: Type.Optional(
      OneOf(
        PRODUCT_SORTS,
        "By the reference of the merchant when left out, and where values are equal. Names by their first 60 characters, in lower case. 'Last' is the other way round. Products without a price come last by price, and parents come last by stock and by the units that can be sold (available).",
      ),
    ),
    pageSize: Type.Optional(Count(1, 1000, 'Most products to answer; 100 when left out.')),
    cursor: Type.Optional(
      Type.String({ maxLength: 2000, description: 'From the Link of a page with the same sort.' }),
    ),
  },
  STRICT,
)
export type ProductsQuery = Static<typeof ProductsQuery>

/** The query of GET /v2/figures/products: the filters of the list. */
export const ProductCountsQuery = Type.Object(FILTER, STRICT)
export type ProductCountsQuery = Static<typeof ProductCountsQuery>

/** Maximum number of products that are counted. */
export const MAX_COUNTED = 100_000

/** The number of products. */
export const ProductCounts = Type.Object(
  {
    Total: Type.Integer(),
    IsComplete: Type.Boolean({
      description: `False if more than ${MAX_COUNTED.toLocaleString('en')} products match.`,
    }),
  },
  { title: 'ProductCounts' },
)
export type ProductCounts = Static<typeof ProductCounts>
