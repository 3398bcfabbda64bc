/** The shapes of changes of products: what they expect, and what they have changed. */
import type { Shapes } from '../../kit/openapi/shape.ts'

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
      Actor: { Kind: 'person', Id: '3', Label: 'Ann Example' },
    },
  },
  ProductCounts: {
    description: 'How many products match a filter.',
    example: { Total: 187, IsComplete: true },
  },
  ProductJobRequest: {
    description: 'Something to do with many products.',
    example: { Filter: { inStock: false }, Change: { IsActive: false } },
  },
  ProductJobChange: {
    description: 'What is done with each product of a filter.',
    example: { IsActive: false },
  },
  ProductJobItem: {
    description: 'What is done with one product.',
    example: { MerchantProductReference: 'MUG-RED', Price: 11.95, Expected: { Price: 12.5 } },
  },
  ProductJobOnlyItem: {
    description: 'What a job does with its only product.',
    example: { MerchantProductReference: 'MUG-RED', Before: 12.5, After: 11.95 },
  },
  ProductJobResponse: {
    description: 'A job of products: its state, and how many products have had their turn.',
    example: {
      Id: 4,
      Status: 'running',
      ProductCount: 187,
      WaitingCount: 60,
      DoneCount: 125,
      UnchangedCount: 1,
      RefusedCount: 1,
      Changes: 'price',
      CanUndo: true,
      Actor: { Kind: 'person', Id: '7', Label: 'Ann Archer' },
      CreatedAt: '2026-11-22T08:30:00.000Z',
      StartedAt: '2026-11-22T08:30:01.000Z',
    },
  },
  ProductJobOutcome: {
    description: 'What became of one product of a job.',
    example: {
      MerchantProductReference: 'MUG-RED',
      Outcome: 'refused',
      Code: 'MARKET_PRODUCT_CHANGED',
      Detail: '/Expected/Price: was expected to be 12.5, and is 11.95',
    },
  },
}
