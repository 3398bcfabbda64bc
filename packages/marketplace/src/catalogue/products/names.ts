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

export const PRODUCT_EVENTS = {
  'products.changed': { audience: 'merchant', scopes: ['products:read'], data: ProductsData },
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const PRODUCT_PROBLEMS = {
  MARKET_PRODUCT_EXISTS: { status: 409, title: 'A product with this reference already exists' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
