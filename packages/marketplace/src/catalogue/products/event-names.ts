/** The events of products. */
import { Type } from 'typebox'
import type { EventFacts } from '../../kit/shared/names.ts'

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
