import type { Shapes } from '../../kit/openapi/shape.ts'

const SPREAD = { Lowest: -0.6, Median: 0.55, Highest: 2.5 }

const BEFORE = { Price: 12.5, Currency: 'EUR', Stock: 25, IsOffered: true }

const PROBLEM = {
  Code: 'NO_PURCHASE_PRICE',
  Count: 1,
  MerchantProductReferences: ['CAP-RED'],
}

const CHANGE = {
  MerchantProductReference: 'MUG-BLUE',
  Name: 'Blue mug',
  Before: BEFORE,
  After: { ...BEFORE, Price: 15 },
  PriceChange: 2.5,
  PriceChangePercent: 20,
  Explanation: {
    Currency: 'EUR',
    Price: 'By the default rule: price 12.5 EUR, plus 20%: 15.',
    Stock: '25 available.',
    Steps: [{ Of: 'Price', Step: 'Percent', Percent: 20, Amount: '15' }],
  },
}

/** The shapes of previews of offers. */
export const OFFER_PREVIEW_SHAPES: Shapes = {
  OfferSpread: {
    description: 'The lowest, the middle and the highest of some changes of prices.',
    example: SPREAD,
  },
  PreviewedOffer: { description: 'What a channel is offered of a product.', example: BEFORE },
  PreviewedChange: {
    description: 'A product whose offer would change, and how the new one comes about.',
    example: CHANGE,
  },
  PreviewedProblem: {
    description: 'Why the offers of some products could not be computed.',
    example: PROBLEM,
  },
  OfferPreview: {
    description: 'What new rules would change of the offers of a channel.',
    example: {
      Compared: 120,
      Changed: 12,
      PriceChanged: 11,
      StockChanged: 0,
      NewlyOffered: 0,
      NoLongerOffered: 0,
      ToReview: 1,
      PriceChange: SPREAD,
      PriceChangePercent: { Lowest: -5, Median: 5, Highest: 20 },
      Problems: [PROBLEM],
      Largest: [CHANGE],
    },
  },
}
