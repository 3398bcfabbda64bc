import { expect, test } from 'vitest'
import { priceWarnings } from '../src/orders/intake/offered-price.ts'
import { offerVersion } from '../src/orders/record/offer-version.ts'

test.each([
  ['EUR', 24.5, 9, 'is 24.50 EUR, and the channel was offered 9.00 EUR'],
  ['JPY', 120, 110, 'is 120 JPY, and the channel was offered 110 JPY'],
  ['KWD', 1.5, 1.25, 'is 1.500 KWD, and the channel was offered 1.250 KWD'],
  // Two prices that differ are never written as the same.
  ['EUR', 9.9951, 10, 'is 9.9951 EUR, and the channel was offered 10.00 EUR'],
])(
  'a warning about a price has its currency with all decimals: %s',
  (currency, sold, offered, said) => {
    const line = { MerchantProductReference: 'A', UnitPriceInclVat: sold }
    const products = new Map([
      ['A', { offers: [offerVersion({ price: offered, stock: 1, currency: null })] }],
    ])
    const order = { CurrencyCode: currency, Lines: [line] }
    expect(priceWarnings(order as never, products as never, currency)).toEqual([
      { Code: 'PRICE_DIFFERS', Path: '/Lines/0/UnitPriceInclVat', Message: said },
    ])
  },
)
