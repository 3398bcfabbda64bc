/** Rules and products for tests of offers. */
import fc from 'fast-check'
import { blankProduct, type ProductRecord } from '../src/catalogue/products/rules.ts'
import type {
  OfferInput,
  PriceLimit,
  PriceRule,
  PriceStep,
} from '../src/channels/offer-rules/index.ts'

/** A product for 34.95 EUR that cost 20 EUR. */
export const MUG: ProductRecord = {
  ...blankProduct('MUG-1'),
  Name: 'Mug with a Lid',
  Brand: 'Orla',
  Stock: 20,
  Price: 34.95,
  MSRP: 39.95,
  PurchasePrice: 20,
  VatRate: 21,
  CategoryTrail: 'Home > Kitchen',
  ExtraData: { Season: 'Winter', Weight: '2.50', Note: '' },
}

/** Units of EUR for one unit. */
export const RATES: Readonly<Record<string, string>> = { USD: '0.924385', JPY: '0.0061' }

/** What an offer depends on: the mug, of which as many are available as the count says. */
export function anInput(
  product: Partial<ProductRecord> = {},
  more: Partial<OfferInput> = {},
): OfferInput {
  const given = { ...MUG, ...product }
  return {
    product: given,
    available: given.Stock,
    currency: 'EUR',
    defaultVatRate: 21,
    rate: (currency) => RATES[currency] ?? null,
    vatRateOf: (country, { VatRate }) =>
      country === 'DE' ? ((VatRate ?? 21) === 21 ? 19 : 7) : null,
    override: null,
    ...more,
  }
}

/** Numbers of at most four decimals. */
export const decimals = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: min * 100, max: max * 100 }).map((units) => units / 100),
    fc.integer({ min: min * 10_000, max: max * 10_000 }).map((units) => units / 10_000),
  )

export const anyAmount = decimals(0, 2_000)

const anyStep: fc.Arbitrary<PriceStep> = fc.oneof(
  fc.record({ Percent: decimals(-100, 300) }),
  fc.record({ Amount: decimals(-20, 100) }),
  fc.record({ Commission: decimals(0, 99) }),
  fc.constant<PriceStep>({ Vat: { Rates: [{ From: 21, To: 19 }] } }),
  fc.constant<PriceStep>({ Vat: { Country: 'DE' } }),
)

const anyLimit: fc.Arbitrary<PriceLimit> = fc.oneof(
  fc.record({ Amount: anyAmount }),
  fc.record({ MarginPercent: decimals(-100, 200) }),
  fc.record({ MsrpPercent: decimals(0, 200) }),
)

const anyDirection = fc.constantFrom('up', 'down', 'nearest')

function anyRounding(places: number) {
  const [steps, endings] =
    places === 0
      ? [
          [1, 5, 100],
          [0, 80, 980],
        ]
      : [
          [0.01, 0.05, 1],
          [0.95, 0.99, 9.95, 0],
        ]
  return fc.oneof(
    fc.record({ To: fc.constantFrom(...steps), Direction: anyDirection }),
    fc.record({ Ending: fc.constantFrom(...endings), Direction: anyDirection }),
    fc.record({ Ending: fc.constantFrom(...endings) }),
  )
}

/** Price rules without issues. */
export const anyPriceRule: fc.Arbitrary<PriceRule> = fc
  .constantFrom('EUR', 'USD', 'JPY', undefined)
  .chain((currency) =>
    fc.record(
      {
        Base: fc.constantFrom('Price', 'MSRP', 'PurchasePrice'),
        ...(currency !== undefined && { Currency: fc.constant(currency) }),
        Steps: fc.array(anyStep, { maxLength: 5 }),
        Round: anyRounding(currency === 'JPY' ? 0 : 2),
        Min: anyLimit,
        Max: anyLimit,
      },
      { requiredKeys: currency === undefined ? [] : ['Currency'] },
    ),
  ) as fc.Arbitrary<PriceRule>

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 12 })

/** The amounts of a product. */
export const anyAmounts = fc.record({
  Price: orNull(anyAmount),
  MSRP: orNull(anyAmount),
  PurchasePrice: orNull(anyAmount),
  VatRate: fc.constantFrom(21, 9, null),
})
