/** The events of products, and the codes of refusals. */
import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'

const ProductsData = Type.Object(
  {
    References: Type.Array(Type.String(), {
      description: 'MerchantProductReference of up to 100 products.',
    }),
    More: Type.Integer({ description: 'Number of further products.' }),
  },
  { title: 'ProductsEventData' },
)

const ShortData = Type.Object(
  {
    MerchantProductReference: Type.String(),
    ShortUnits: Type.Integer({ description: 'Units that are ordered and not there.' }),
    Orders: Type.Array(Type.Integer(), {
      description: 'Ids of up to 20 open orders with the product, those that wait longest first.',
    }),
  },
  { title: 'StockShortEventData' },
)

export const PRODUCT_EVENTS = {
  'products.changed': { audience: 'merchant', scopes: ['products:read'], data: ProductsData },
  'stock.counted': { audience: 'merchant', scopes: ['products:read'], data: ProductsData },
  'stock.short': { audience: 'merchant', scopes: ['products:read'], data: ShortData },
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const PRODUCT_PROBLEMS = {
  MARKET_PRODUCT_EXISTS: { status: 409, title: 'A product with this reference already exists' },
  MARKET_PRODUCT_CHANGED: { status: 409, title: 'The product has been changed meanwhile' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
