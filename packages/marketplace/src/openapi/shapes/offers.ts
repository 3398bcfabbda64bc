/** The shapes of offers by channel: rules, overrides, and what waits for a person. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const CONDITION = { Field: 'Brand', Is: 'Acme' }
const STOCK = { Percent: 50, Buffer: 2, HideBelow: 1 }
const COMMISSION = { Commission: 15 }
const ENDING = { Ending: 0.95, Direction: 'up' }
const MARGIN = { MarginPercent: 20 }
const PRICE = { Base: 'Price', Steps: [COMMISSION], Round: ENDING, Min: MARGIN }
const CLEARANCE = { When: CONDITION, Steps: [{ Percent: -10 }] }
const BUFFER = { When: CONDITION, Buffer: 5 }
const RULES = {
  Select: { not: { Field: 'CategoryTrail', StartsWith: 'Spare parts' } },
  Stock: { Rules: [BUFFER], Default: STOCK },
  Price: { Rules: [CLEARANCE], Default: PRICE },
  GuardPercent: 40,
}
const RATE = { From: 21, To: 19 }
const STEP = { Of: 'Price', Step: 'Commission', Percent: 15, Amount: '41.1176470588' }
const GUARD = {
  Code: 'PRICE_GUARD',
  Detail: 'The price would change from 34.95 to 3495. Accept it, or refuse it to keep 34.95.',
  KnownPrice: 34.95,
  Price: 3495,
}
const KEY = { Kind: 'key', Id: '2', Label: 'ERP' }
const BEFORE = { Price: 34.95, Stock: 20, IsOffered: true }
const DECIDED = { ChannelId: 1, MerchantProductReference: 'MUG-BLUE', Price: 3495 }

/** The parts of rules, as requests and answers have them. */
const RULE_SHAPES: Shapes = {
  OfferCondition: {
    description:
      'Which products: one field with one operator, or `all`, `any` or `not` over other conditions.',
    example: CONDITION,
  },
  OfferStockRule: { description: 'How many units a channel may sell.', example: STOCK },
  OfferConditionalStockRule: {
    description: 'A stock rule for the products that match a condition.',
    example: BUFFER,
  },
  OfferStockRules: {
    description: 'The stock rules of a channel: the first one that matches, else the default.',
    example: RULES.Stock,
  },
  OfferVat: {
    description: "Replaces the product's VAT by that of the destination.",
    example: { Rates: [RATE] },
  },
  OfferVatRate: { description: 'A VAT rate, and what replaces it.', example: RATE },
  OfferPriceStep: { description: 'A step of a price.', example: COMMISSION },
  OfferRounding: { description: 'How a price is rounded.', example: ENDING },
  OfferPriceLimit: { description: 'A limit of a price.', example: MARGIN },
  OfferPriceRule: { description: 'How a price is computed.', example: PRICE },
  OfferConditionalPriceRule: {
    description: 'A price rule for the products that match a condition.',
    example: CLEARANCE,
  },
  OfferPriceRules: {
    description: 'The price rules of a channel: the first one that matches, else the default.',
    example: RULES.Price,
  },
}

/** The shapes of offers, by title. */
export const OFFER_SHAPES: Shapes = {
  ...RULE_SHAPES,
  ...Object.fromEntries(
    Object.entries(RULE_SHAPES).map(([name, shape]) => [`${name}Response`, shape]),
  ),
  OfferRulesRequest: { description: 'All rules of a channel.', example: RULES },
  OfferRulesResponse: {
    description: 'All rules of a channel, and who has changed them last.',
    example: { ...RULES, Version: 3, ChangedAt: '2026-11-22T08:45:00.000Z', ChangedBy: KEY },
  },
  OfferOverride: {
    description: 'What a channel is offered of one product instead of what the rules give.',
    example: {
      MerchantProductReference: 'MUG-BLUE',
      Price: 9.95,
      From: '2026-11-28T00:00:00Z',
      Until: '2026-11-30T00:00:00Z',
    },
  },
  OfferOverrideResponse: {
    description: 'A stored override.',
    example: {
      MerchantProductReference: 'MUG-BLUE',
      Price: 9.95,
      Hidden: false,
      From: '2026-11-28T00:00:00.000Z',
      Until: '2026-11-30T00:00:00.000Z',
      IsActive: false,
    },
  },
  OfferStep: { description: 'A step of the computation of an offer.', example: STEP },
  OfferHold: { description: 'Why a channel is not offered what the rules give.', example: GUARD },
  OfferExplanation: {
    description: 'How an offer came about.',
    example: {
      Currency: 'EUR',
      Price: 'By the default: price 34.95 EUR, with a commission of 15%: 41.12.',
      Stock: '20 available.',
      Steps: [STEP],
    },
  },
  HeldOffer: {
    description: 'A product that is not offered to a channel as the rules say.',
    example: {
      ChannelId: 1,
      ChannelName: 'Web shop',
      MerchantProductReference: 'MUG-BLUE',
      Name: 'Blue mug',
      ...GUARD,
      Currency: 'EUR',
      GuardPercent: 40,
      Cause: 'write',
      Since: '2026-11-22T08:45:00.000Z',
    },
  },
  OfferDecisionItem: { description: 'A price that waits.', example: DECIDED },
  OfferDecisionRequest: {
    description: 'A decision on prices that wait.',
    example: { Decision: 'accept', Items: [DECIDED] },
  },
  OfferDecisionResult: {
    description: 'How many prices were decided on.',
    example: { DecidedCount: 1, MissingCount: 0 },
  },
  HistoricOffer: { description: 'What a channel was to be offered.', example: BEFORE },
  OfferHistoryEntry: {
    description: 'A change of what a channel was to be offered.',
    example: {
      OccurredAt: '2026-11-22T08:45:00.000Z',
      ChannelId: 1,
      ChannelName: 'Web shop',
      MerchantProductReference: 'MUG-BLUE',
      Before: BEFORE,
      After: { ...BEFORE, Price: 36.95 },
      Cause: 'write',
      Actor: KEY,
    },
  },
  OfferRulesEventData: {
    description: 'Which version of the rules of a channel holds now.',
    example: { ChannelId: 1, Version: 3, Changes: ['Price rule: none → +5%'] },
  },
  OffersEventData: {
    description: 'Products of which the offer to a channel is concerned.',
    example: { ChannelId: 1, References: ['MUG-BLUE'], More: 0 },
  },
}
