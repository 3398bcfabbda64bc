/** The shapes of changes of products: what they expect, and what they have changed. */
import type { Shapes } from './shape.ts'

/** The shapes of changes of products, by title. */
export const PRODUCT_CHANGE_SHAPES: Shapes = {
  ExpectedProduct: {
    description:
      'Values that a product is expected to have. If one is another, somebody has changed it, and nothing is stored.',
    example: { Price: 12.5 },
  },
  ExpectedOffer: {
    description: 'The price and the stock that a product is expected to have.',
    example: { Price: 12.5, Stock: 25 },
  },
  PriceChange: {
    description: 'A change of the price of a product.',
    example: {
      OccurredAt: '2026-11-21T08:00:00.000Z',
      Before: 12.5,
      After: 11.95,
      Cause: 'write',
      Actor: { Kind: 'person', Id: '3', Label: 'Ann Example', Person: null, Tool: null },
    },
  },
  ProductCounts: {
    description: 'How many products match a filter.',
    example: { Total: 187, IsComplete: true },
  },
}
