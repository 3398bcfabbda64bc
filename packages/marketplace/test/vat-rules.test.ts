/** Which rule decides the VAT of an order, and what the amounts are. */
import { describe, expect, test } from 'vitest'
import type { Customer } from '../src/index.ts'
import type { OrderTerms } from '../src/orders/record/amounts/amounts.ts'
import type { DestinationRates } from '../src/orders/record/amounts/destination-store.ts'
import { priceOrder } from '../src/orders/record/rules.ts'
import { EU_VAT_RATES } from '../src/orders/vat-rates/eu-vat-rates.ts'

const DUTCH: Customer = {
  customerId: '1',
  name: 'c',
  baseCurrency: 'EUR',
  defaultVatRate: 21,
  countryIso: 'NL',
  vatRule: 'destination',
  zeroVatForBusinesses: true,
  unsellableLines: 'flag',
  timeZone: 'UTC',
  handlingDays: 2,
  stockKeeper: 'merchant',
  countsExclude: null,
  stockLag: 60,
  restockReturns: false,
  senderName: null,
  senderAddress: null,
  languages: null,
  isActive: true,
  move: null,
}
const PRODUCTS = new Map(
  (
    [
      ['MUG', null, null],
      ['BOOK', 9, 'reduced'],
      ['ODD', null, 'parking'],
    ] as const
  ).map(([reference, vatRate, vatClass]) => [
    reference,
    {
      ...{ customerId: '1', channelId: 1, reference, vatRate, vatClass, isParent: false },
      ...{ channelProductReference: null, shippingTime: null, offers: null },
    },
  ]),
)

/** What the starter table has for a country. */
function ratesOf(country: string): DestinationRates {
  const rates = EU_VAT_RATES.Rates.filter(({ CountryIso }) => CountryIso === country)
  return {
    rates: Object.fromEntries(rates.map(({ VatClass, Rate }) => [VatClass, Rate])),
    isEmpty: false,
  }
}

type Line = Partial<OrderTerms['Lines'][number]>

function price(
  country: string | null,
  lines: readonly Line[],
  change: Partial<OrderTerms> = {},
  customer: Customer = DUTCH,
  destination: DestinationRates = ratesOf(country ?? ''),
) {
  const terms = {
    CurrencyCode: 'EUR',
    OriginalShippingCostsInclVat: 0,
    ShippingAddress: { CountryIso: country },
    ...change,
    Lines: lines.map((line) => ({
      ...{ MerchantProductReference: 'MUG', Quantity: 1, OriginalUnitPriceInclVat: 119 },
      ...line,
    })),
  }
  return priceOrder(terms, customer, PRODUCTS, 1, destination)
}

const BOOK = { MerchantProductReference: 'BOOK' }

describe('the rule of the destination', () => {
  const business = { VatNo: 'DE123456789' }
  test.each([
    ['the own country', 'NL', BOOK, {}, 9, 'product'],
    ['a member state', 'DE', {}, {}, 19, 'destination'],
    ['a reduced class', 'DE', BOOK, {}, 7, 'destination'],
    ['a rate with a fraction', 'FI', {}, {}, 25.5, 'destination'],
    ['a country without reduced rates', 'DK', BOOK, {}, 25, 'destination'],
    ['a country outside the area', 'NO', {}, {}, 0, 'outside-area'],
    ['another one, with a VAT number', 'GB', {}, business, 0, 'outside-area'],
    ['a business in another member state', 'DE', {}, business, 0, 'business'],
    ['a business in the own country', 'NL', {}, business, 21, 'product'],
    ['a business of the own country', 'DE', {}, { VatNo: ' nl123456789B01' }, 19, 'destination'],
    ['a text that is no VAT number', 'DE', {}, { VatNo: 'n/a' }, 19, 'destination'],
    ['a rate of the channel', 'DE', { GivenVatRate: 5 }, business, 5, 'given'],
    ['a rate of 0 of the channel', 'DE', { GivenVatRate: 0 }, {}, 0, 'given'],
  ] as const)('%s', (_, country, line, change, VatRate, VatSource) => {
    const { Lines, Warnings } = price(country, [line], change)
    expect(Lines[0]).toMatchObject({ VatRate, VatSource })
    expect(Warnings).toEqual([])
  })

  test('a business pays VAT where the merchant does not exempt it', () => {
    const customer = { ...DUTCH, zeroVatForBusinesses: false }
    const { Lines } = price('DE', [{}], { VatNo: 'DE123456789' }, customer)
    expect(Lines[0]).toMatchObject({ VatRate: 19, VatSource: 'destination' })
  })

  test('a class that the table lacks gets the highest rate of the country, and one warning', () => {
    const odd = { MerchantProductReference: 'ODD' }
    const { Lines, Warnings } = price('DE', [{}, odd, odd])
    expect(Lines.map(({ VatRate }) => VatRate)).toEqual([19, 19, 19])
    expect(Warnings).toEqual([
      {
        Code: 'VAT_RATE_MISSING',
        Path: '/Lines/1/VatRate',
        Message: expect.stringContaining('class "parking" for DE: its highest rate, 19%'),
      },
    ])
  })

  test.each([
    ['an empty table', 'DE', { rates: {}, isEmpty: true }, 'is empty'],
    ['no country', null, undefined, 'no country'],
  ])('%s leaves the rate of the product, with a warning', (_, country, rates, reason) => {
    const { Lines, Warnings } = price(country, [BOOK], {}, DUTCH, rates)
    expect(Lines[0]).toMatchObject({ VatRate: 9, VatSource: 'product' })
    expect(Warnings).toEqual([
      expect.objectContaining({
        Code: 'VAT_RATE_MISSING',
        Message: expect.stringContaining(reason),
      }),
    ])
  })
})

test('the rule of the product applies everywhere', () => {
  const customer = { ...DUTCH, vatRule: 'product' } as const
  for (const country of ['NL', 'DE', 'NO', null]) {
    const { Lines, Warnings } = price(country, [BOOK, {}], { VatNo: 'DE1' }, customer)
    expect(Lines).toMatchObject([
      { VatRate: 9, VatSource: 'product' },
      { VatRate: 21, VatSource: 'product' },
    ])
    expect(Warnings).toEqual([])
  }
})

describe('shipping costs', () => {
  const shipped = { OriginalShippingCostsInclVat: 11.9 }
  test.each([
    ['have the highest rate of the lines', 'DE', [BOOK, {}], {}, 19, 'destination', 1.9],
    ['have none outside the area', 'NO', [{}], {}, 0, 'outside-area', 0],
    ['have a rate of the channel', 'DE', [{}], { GivenShippingVatRate: 7 }, 7, 'given', 0.78],
    ['have an amount of the channel', 'US', [{}], { ShippingVatAmount: 0.9 }, 8.1818, 'given', 0.9],
    ['have none where taxes are amounts', 'US', [{ VatAmount: 9 }], {}, 0, 'given', 0],
    ['have the rate beside amounts', 'DE', [{ VatAmount: 9 }, BOOK], {}, 7, 'destination', 0.78],
  ] as const)('%s', (_, country, lines, change, rate, source, vat) => {
    expect(price(country, lines, { ...shipped, ...change })).toMatchObject({
      ShippingVatRate: rate,
      ShippingVatSource: source,
      OriginalShippingCostsVat: vat,
    })
  })
})

describe('given amounts', () => {
  test.each([
    // New York: 2 x 9.99 and 1.77; Quebec: 5 % and 9.975 % of 100.
    ['USD', 2, 10.875, 1.77, 1.77, 8.8589, 3.54],
    ['CAD', 1, 114.975, 14.975, 14.98, 14.975, 29.95],
    ['JPY', 3, 1127.5, 307.5, 308, 10, 615],
    ['KWD', 1, 1.1005, 0.1005, 0.101, 10.05, 0.201],
    ['USD', 1, 10, 0, 0, 0, 0],
  ])(
    'in %s are added up, and rounded once',
    (currency, Quantity, unitPrice, tax, total, rate, twice) => {
      const line = { Quantity, OriginalUnitPriceInclVat: unitPrice, VatAmount: tax }
      const priced = price('US', [line], { CurrencyCode: currency })
      expect(priced).toMatchObject({ OriginalTotalVat: total, MaxVatRate: rate, Warnings: [] })
      expect(priced.Lines[0]).toMatchObject({ VatRate: rate, VatSource: 'given' })
      const both = price('US', [line, line], { CurrencyCode: currency })
      expect(both.OriginalTotalVat).toBe(twice)
    },
  )

  test('two halves of a cent are a cent', () => {
    const line = { OriginalUnitPriceInclVat: 10.005, VatAmount: 0.005 }
    expect(price('US', [line, line]).OriginalTotalVat).toBe(0.01)
    expect(price('US', [line]).OriginalTotalVat).toBe(0.01)
  })

  test('count instead of a rate that is given with them', () => {
    const priced = price('US', [{ VatAmount: 9, GivenVatRate: 8.875 }])
    expect(priced).toMatchObject({ OriginalTotalVat: 9, Lines: [{ VatRate: 8.875 }] })
  })

  test('above what was paid count as what was paid, with a warning', () => {
    const priced = price('US', [{ OriginalUnitPriceInclVat: 10, VatAmount: 12 }])
    expect(priced).toMatchObject({
      OriginalTotalVat: 10,
      Warnings: [{ Code: 'VAT_TOO_HIGH', Path: '/Lines/0/VatAmount' }],
    })
  })
})

test('what was decided stays, with its warning, when an order is priced again', () => {
  const odd = { MerchantProductReference: 'ODD' }
  const { Lines, Warnings } = price('DE', [odd, { MerchantProductReference: 'NEW' }])
  const [booked] = Lines
  const again = price(
    'DE',
    [{ ...odd, VatRate: booked?.VatRate ?? null, VatSource: booked?.VatSource ?? null }, {}],
    { Warnings },
    DUTCH,
    { rates: { standard: 20, parking: 12 }, isEmpty: false },
  )
  expect(again.Lines.map(({ VatRate }) => VatRate)).toEqual([19, 20])
  expect(again.Warnings).toEqual(Warnings)
  expect(Warnings).toHaveLength(1)
})

test('the starter table has each member state once, and one rate for each class', () => {
  const standard = EU_VAT_RATES.Rates.filter(({ VatClass }) => VatClass === 'standard')
  expect(standard).toHaveLength(28)
  const names = EU_VAT_RATES.Rates.map(({ CountryIso, VatClass }) => `${CountryIso} ${VatClass}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { CountryIso, Rate } of EU_VAT_RATES.Rates) {
    const most = standard.find((rate) => rate.CountryIso === CountryIso)?.Rate ?? 0
    expect(Rate).toBeLessThanOrEqual(most)
  }
})
