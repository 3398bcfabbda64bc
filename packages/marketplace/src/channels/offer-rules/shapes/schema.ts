/** Wire shapes of the rules by which a channel is offered products: which ones, how many units, at what price. */
import { type Static, type TSchema, Type } from 'typebox'
import { IN_USE } from '../../../kit/shared/formats.ts'
import { MAX_PRICE } from '../../../kit/shared/money.ts'
import {
  Count,
  DateTime,
  MAX_REFERENCE,
  Maybe,
  Money,
  OneOf,
  Percentage,
  Reference,
  STRICT,
} from '../../../kit/shared/wire.ts'
import { Condition } from './condition-schema.ts'
import { BASES, DEFAULT_GUARD_PERCENT } from './names.ts'

/** Maximum number of rules for prices, and for stock. */
const MAX_RULES = 100

/** Maximum number of steps of a price. */
const MAX_STEPS = 20

const MAX_UNITS = 2_147_483_647

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** A number with at most four decimals. */
const Decimal = (minimum: number, maximum: number, description: string) =>
  Type.Unsafe<number>({ type: 'number', minimum, maximum, decimals: 4, description })

const STOCK_FIELDS = {
  Percent: optional(Percentage('Share of the available units, rounded down.')),
  Buffer: optional(Count(0, MAX_UNITS, 'Units that are kept back, after Percent.')),
  Max: optional(Count(0, MAX_UNITS, 'Maximum number of units, after Buffer.')),
  Fixed: optional(
    Count(0, MAX_UNITS, 'This number of units, whatever is available. Not with Percent or others.'),
  ),
  HideBelow: optional(Count(0, MAX_UNITS, 'Fewer units than this are offered as 0.')),
}

/** How many units a channel may sell. Without fields: all that are available. */
export const StockRule = Type.Object(STOCK_FIELDS, { ...STRICT, title: 'OfferStockRule' })
export type StockRule = Static<typeof StockRule>

const Vat = Type.Object(
  {
    Rates: optional(
      Type.Array(
        Type.Object(
          {
            From: Percentage('VAT rate of the product.'),
            To: Percentage('VAT rate where the channel sells.'),
          },
          { ...STRICT, title: 'OfferVatRate' },
        ),
        { minItems: 1, maxItems: 20 },
      ),
    ),
    Country: optional(
      Type.Unsafe<string>({
        type: 'string',
        format: 'country',
        description: 'Takes the rates of this country (ISO 3166-1).',
      }),
    ),
  },
  {
    ...STRICT,
    minProperties: 1,
    maxProperties: 1,
    title: 'OfferVat',
    description:
      "Replaces the product's VAT in the price by that of the destination. Either Rates or Country.",
  },
)

/** A step of a price: exactly one of the fields. */
export const PriceStep = Type.Object(
  {
    Percent: optional(Decimal(-100, 10_000, 'Adds this percentage; a negative one subtracts.')),
    Amount: optional(Decimal(-MAX_PRICE, MAX_PRICE, 'Adds this amount; a negative one subtracts.')),
    Commission: optional(
      Decimal(0, 99, "The price at which the amount remains after the channel's share in percent."),
    ),
    Vat: optional(Vat),
  },
  { ...STRICT, minProperties: 1, maxProperties: 1, title: 'OfferPriceStep' },
)
export type PriceStep = Static<typeof PriceStep>

/** How a price is rounded. */
export const Rounding = Type.Object(
  {
    To: optional(Decimal(0.0001, 1_000_000, 'To multiples of this, such as 0.05.')),
    Ending: optional(
      Decimal(0, 9_999, 'To prices that end in this: 0.95 gives 12.95, and 9.99 gives 19.99.'),
    ),
    Direction: optional(
      OneOf(['up', 'down', 'nearest'], 'The default is nearest: halves are rounded up.'),
    ),
  },
  { ...STRICT, title: 'OfferRounding', description: 'Either To or Ending.' },
)
export type Rounding = Static<typeof Rounding>

/** A limit of a price: exactly one of the fields. */
export const PriceLimit = Type.Object(
  {
    Amount: optional(Money('An amount in the currency of the rule.')),
    MarginPercent: optional(Decimal(-100, 10_000, 'The purchase price and this percentage of it.')),
    MsrpPercent: optional(Decimal(0, 1_000, 'This percentage of the MSRP.')),
  },
  {
    ...STRICT,
    minProperties: 1,
    maxProperties: 1,
    title: 'OfferPriceLimit',
    description:
      "A limit of the rounded price: exactly one of the fields. It is rounded to the currency's decimals, Min up and Max down.",
  },
)
export type PriceLimit = Static<typeof PriceLimit>

const PRICE_FIELDS = {
  Base: optional(OneOf(BASES, 'The amount of the product to begin with. The default is Price.')),
  Currency: optional(
    Type.Unsafe<string>({
      type: 'string',
      format: 'currency',
      [IN_USE]: true,
      description:
        "The currency of the offer: amounts of the product are converted by the customer's exchange rates. The default is the base currency.",
    }),
  ),
  Steps: optional(
    Type.Array(PriceStep, { maxItems: MAX_STEPS, description: 'Applied in this order.' }),
  ),
  Round: optional(Rounding),
  Min: optional(PriceLimit),
  Max: optional(PriceLimit),
}

/** How a price is computed: base, currency, steps, one rounding, then the limits. */
export const PriceRule = Type.Object(PRICE_FIELDS, { ...STRICT, title: 'OfferPriceRule' })
export type PriceRule = Static<typeof PriceRule>

/** A rule for the stock of the products that match a condition. */
export const ConditionalStockRule = Type.Object(
  { When: Condition, ...STOCK_FIELDS },
  { ...STRICT, title: 'OfferConditionalStockRule' },
)

/** A rule for the price of the products that match a condition. */
export const ConditionalPriceRule = Type.Object(
  { When: Condition, ...PRICE_FIELDS },
  { ...STRICT, title: 'OfferConditionalPriceRule' },
)

/** What a channel is offered. Without fields: every product, its price, and all available units. */
export const OfferRules = Type.Object(
  {
    Select: optional(Condition),
    Stock: optional(
      Type.Object(
        {
          Rules: optional(
            Type.Array(ConditionalStockRule, {
              maxItems: MAX_RULES,
              description: 'The first one whose condition matches is used.',
            }),
          ),
          Default: optional(StockRule),
        },
        { ...STRICT, title: 'OfferStockRules' },
      ),
    ),
    Price: optional(
      Type.Object(
        {
          Rules: optional(
            Type.Array(ConditionalPriceRule, {
              maxItems: MAX_RULES,
              description: 'The first one whose condition matches is used.',
            }),
          ),
          Default: optional(PriceRule),
        },
        { ...STRICT, title: 'OfferPriceRules' },
      ),
    ),
    GuardPercent: optional(
      Decimal(
        0,
        10_000,
        `A price that moves by more than this percentage, or to 0, waits for a person. 0 switches it off. The default is ${DEFAULT_GUARD_PERCENT}.`,
      ),
    ),
  },
  { ...STRICT, title: 'OfferRules' },
)
export type OfferRules = Static<typeof OfferRules>

/** What a channel is offered of one product instead of what the rules give, for ever or for some time. */
export const OfferOverride = Type.Object(
  {
    MerchantProductReference: Reference(MAX_REFERENCE, 'Merchant reference of the product.'),
    Price: Maybe(
      Money(
        'The price, in the currency in which the rules offer the product. No rule changes it. Not for a parent, which is never sold.',
      ),
    ),
    Stock: optional(StockRule),
    Hidden: Maybe(
      Type.Boolean({
        description: 'Whether the product is not offered. Of a parent: nor any of its variants.',
      }),
    ),
    From: Maybe(DateTime('The first moment at which it holds. Without it: from the beginning.')),
    Until: Maybe(DateTime('The moment at which it ends. Without it: for ever.')),
  },
  { ...STRICT, title: 'OfferOverride' },
)
export type OfferOverride = Static<typeof OfferOverride>
