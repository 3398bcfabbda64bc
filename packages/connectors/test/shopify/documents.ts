/** All queries and mutations of the adapter, by name. */
import * as bulk from '../../src/adapters/shopify/documents/bulk.ts'
import * as catalogue from '../../src/adapters/shopify/documents/catalogue.ts'
import * as orders from '../../src/adapters/shopify/documents/orders.ts'
import * as products from '../../src/adapters/shopify/documents/products.ts'
import * as shop from '../../src/adapters/shopify/documents/shop.ts'

export const DOCUMENTS: readonly (readonly [string, string])[] = [
  bulk,
  catalogue,
  orders,
  products,
  shop,
].flatMap((group) =>
  Object.entries<string | number | ((location: string) => string)>(group).flatMap(
    ([name, text]) => {
      if (typeof text === 'number') return []
      return [[name, typeof text === 'string' ? text : text('gid://shopify/Location/1')] as const]
    },
  ),
)
