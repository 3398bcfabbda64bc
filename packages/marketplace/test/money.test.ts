import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Customer } from '../src/index.ts'
import { decimal, hasDecimals, MAX_PRICE, minorUnits, round } from '../src/kit/shared/money.ts'
import { exactAmount, vatWithin } from '../src/orders/record/amounts/amounts.ts'
import { hashOrder, priceOrder } from '../src/orders/record/rules.ts'
import type { NamedOrderRequest } from '../src/orders/record/schema.ts'
import { anOrder } from './api.ts'

/** Prices of up to four decimals, as a number and as ten-thousandths. */
const anyPrice = fc
  .bigInt({ min: 0n, max: 99_999_999_999_999n })
  .map((units) => ({ units, price: Number(units) / 10_000 }))

describe('money', () => {
  test('a price is unchanged after it was a JSON number', () => {
    fc.assert(
      fc.property(anyPrice, ({ units, price }) => {
        const parsed = JSON.parse(JSON.stringify(price)) as number
        expect(decimal(parsed).times(10_000).toFixed()).toBe(units.toString())
        expect(hasDecimals(parsed, 4)).toBe(true)
      }),
    )
  })

  test('a number with more than four decimals is recognised', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (fraction) => {
        const price = Number(`1.${String(fraction).padStart(8, '0')}`)
        expect(hasDecimals(price, 4)).toBe(fraction % 10_000 === 0)
      }),
    )
    expect(hasDecimals(MAX_PRICE, 4)).toBe(true)
  })

  test('the VAT in an amount is the rate times the amount without VAT', () => {
    fc.assert(
      fc.property(anyPrice, fc.integer({ min: 0, max: 100 }), ({ price }, rate) => {
        const vat = vatWithin(decimal(price), rate)
        const net = decimal(price).minus(vat)
        const difference = net.times(rate).div(100).minus(vat).abs()
        expect(difference.lt('0.0000001')).toBe(true)
      }),
    )
  })

  test('halves are rounded away from zero, in the decimals of the currency', () => {
    expect(round(decimal('1.005'), 2).toFixed(2)).toBe('1.01')
    expect(round(decimal('2.5'), 0).toFixed()).toBe('3')
    expect([minorUnits('EUR'), minorUnits('JPY'), minorUnits('KWD')]).toEqual([2, 0, 3])
  })
})

const anyPaid = fc.integer({ min: 0, max: 99_999_999 }).map((units) => units / 10_000)

const CUSTOMER: Customer = {
  customerId: '1',
  name: 'c',
  baseCurrency: 'EUR',
  defaultVatRate: 21,
  countryIso: null,
  vatRule: 'product',
  zeroVatForBusinesses: false,
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
const product = (reference: string, vatRate: number | null) => ({
  customerId: '1',
  channelId: 1,
  reference,
  vatRate,
  vatClass: null,
  channelProductReference: null,
  offers: null,
  shippingTime: null,
  isParent: false,
})

describe('priceOrder', () => {
  const anyTerms = fc.record({
    CurrencyCode: fc.constant('EUR'),
    OriginalShippingCostsInclVat: anyCents(100_000),
    Lines: fc.array(
      fc.record({
        MerchantProductReference: fc.constantFrom('21', '9', '0', 'default'),
        Quantity: fc.integer({ min: 1, max: 1000 }),
        OriginalUnitPriceInclVat: anyCents(1_000_000),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  const products = new Map([
    ['21', product('21', 21)],
    ['9', product('9', 9)],
    ['0', product('0', 0)],
    ['default', product('default', null)],
  ])

  test('the total is exactly the sum of quantity times price, plus shipping', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        let cents = BigInt(Math.round(terms.OriginalShippingCostsInclVat * 100))
        for (const line of terms.Lines) {
          cents += BigInt(line.Quantity) * BigInt(Math.round(line.OriginalUnitPriceInclVat * 100))
        }
        const { OriginalTotalInclVat } = priceOrder(terms, CUSTOMER, products, 1)
        expect(decimal(OriginalTotalInclVat).times(100).toFixed()).toBe(cents.toString())
      }),
    )
  })

  test.each([
    ['EUR', 16.7476, 9, 0, 150.73],
    ['JPY', 1127.5, 3, 0, 3383],
    ['JPY', 1127.5, 3, 350.5, 3733],
    ['ISK', 99.5, 1, 0, 100],
    ['KWD', 1.2345, 3, 0.5, 4.204],
    ['EUR', 0.0049, 1, 0, 0],
  ])('what is paid in %s for %d x %d and shipping of %d is %d', (...given) => {
    const [CurrencyCode, OriginalUnitPriceInclVat, Quantity, costs, total] = given
    const line = { MerchantProductReference: '21', Quantity, OriginalUnitPriceInclVat }
    const terms = { CurrencyCode, OriginalShippingCostsInclVat: costs, Lines: [line] }
    for (const baseCurrency of ['EUR', CurrencyCode]) {
      const order = priceOrder(terms, { ...CUSTOMER, baseCurrency }, products, 1)
      expect(order.OriginalTotalInclVat).toBe(total)
      expect(order.TotalInclVat).toBe(total)
    }
    const foreign = priceOrder(terms, CUSTOMER, products, 0.333333)
    expect(foreign.TotalInclVat).toBe(round(decimal(total).times(0.333333), 2).toNumber())
  })

  test('amounts that are paid have the decimals of their currency, and are off the exact sum by at most half of the last', () => {
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
    const line = fc.record({
      MerchantProductReference: fc.constantFrom('21', '9', '0', 'default'),
      Quantity: fc.integer({ min: 1, max: 1000 }),
      OriginalUnitPriceInclVat: anyPaid,
    })
    const lines = fc.array(line, { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(currency, anyPaid, lines, (CurrencyCode, costs, Lines) => {
        const terms = { CurrencyCode, OriginalShippingCostsInclVat: costs, Lines }
        const order = priceOrder(terms, CUSTOMER, products, 1)
        const exact = Lines.reduce(
          (sum, line) => sum.plus(decimal(line.OriginalUnitPriceInclVat).times(line.Quantity)),
          decimal(costs),
        )
        const places = minorUnits(CurrencyCode)
        const half = decimal(0.5).div(10 ** places)
        const { OriginalTotalInclVat: total, OriginalTotalVat, ...rest } = order
        expect(exact.minus(total).abs().lte(half)).toBe(true)
        expect(OriginalTotalVat).toBeLessThanOrEqual(total)
        for (const paid of [total, OriginalTotalVat, rest.OriginalShippingCostsInclVat])
          expect(hasDecimals(paid as number, places)).toBe(true)
        expect(order.Lines[0]?.UnitPriceInclVat).toBe(Lines[0]?.OriginalUnitPriceInclVat)
      }),
    )
  })

  test('a discount is taken off exactly, lines first, and no amount becomes negative', () => {
    const line = fc
      .record({
        Quantity: fc.integer({ min: 1, max: 50 }),
        price: fc.integer({ min: 0, max: 999_999 }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ Quantity, price, part }) => ({
        MerchantProductReference: '21',
        Quantity,
        OriginalUnitPriceInclVat: price / 10_000,
        OriginalDiscountInclVat: Math.floor(price * Quantity * part) / 10_000,
      }))
    const lines = fc.array(line, { minLength: 1, maxLength: 8 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
    fc.assert(
      fc.property(lines, anyPaid, share, currency, (Lines, costs, part, CurrencyCode) => {
        const terms = { CurrencyCode, OriginalShippingCostsInclVat: costs, Lines }
        const before = exactAmount(terms)
        const discount = before.times(part).round(4, 0)
        const order = priceOrder(
          { ...terms, OriginalDiscountInclVat: discount.toNumber() },
          CUSTOMER,
          products,
          1,
        )
        const places = minorUnits(CurrencyCode)
        expect(order.OriginalTotalInclVat).toBe(round(before.minus(discount), places).toNumber())
        const goods = before.minus(costs)
        const taken = order.Lines.reduce(
          (sum, { OriginalOrderDiscountInclVat }) => sum.plus(OriginalOrderDiscountInclVat),
          decimal(0),
        )
        expect(taken.toNumber()).toBe((discount.gt(goods) ? goods : discount).toNumber())
        for (const [index, { OriginalOrderDiscountInclVat: off }] of order.Lines.entries()) {
          const { Quantity, ...line } = Lines[index] as (typeof Lines)[number]
          const net = decimal(line.OriginalUnitPriceInclVat)
            .times(Quantity)
            .minus(line.OriginalDiscountInclVat)
          expect(off).toBeGreaterThanOrEqual(0)
          expect(net.gte(off)).toBe(true)
        }
        expect(order.OriginalTotalVat).toBeLessThanOrEqual(order.OriginalTotalInclVat)
      }),
    )
  })

  test('the VAT total differs by less than a cent from the sum per rate, and never exceeds the total', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const order = priceOrder(terms, CUSTOMER, products, 1)
        const lines = terms.Lines.reduce((sum, line, index) => {
          const rate = order.Lines[index]?.VatRate ?? 0
          return sum + (line.Quantity * line.OriginalUnitPriceInclVat * rate) / (100 + rate)
        }, 0)
        const max = order.MaxVatRate ?? 0
        const shipping = (terms.OriginalShippingCostsInclVat * max) / (100 + max)
        expect(Math.abs((order.OriginalTotalVat ?? -1) - lines - shipping)).toBeLessThan(0.0101)
        expect(order.OriginalTotalVat).toBeLessThanOrEqual(order.OriginalTotalInclVat)
      }),
    )
  })

  test('an invoice of a Dutch shop has the amounts that a bookkeeper calculates', () => {
    const lines = [
      { MerchantProductReference: '21', Quantity: 3, OriginalUnitPriceInclVat: 9.95 },
      { MerchantProductReference: '9', Quantity: 1, OriginalUnitPriceInclVat: 6.4 },
    ]
    const terms = { CurrencyCode: 'EUR', OriginalShippingCostsInclVat: 4.95, Lines: lines }
    expect(priceOrder(terms, CUSTOMER, products, 1)).toMatchObject({
      Corrections: [],
      MaxVatRate: 21,
      TotalInclVat: 41.2,
      // 29.85 x 21/121 = 5.1806; 6.40 x 9/109 = 0.5284; together 5.71. Shipping 4.95 x 21/121 = 0.86.
      TotalVat: 6.57,
      ShippingCostsVat: 0.86,
      Lines: [{ UnitVat: 1.7269 }, { UnitVat: 0.5284 }],
    })
  })
})

function anyCents(max: number) {
  return fc.integer({ min: 0, max }).map((cents) => cents / 100)
}

describe('hashOrder', () => {
  const hash = (order: object) => hashOrder(order as NamedOrderRequest)

  test('does not depend on the order of keys, on nulls, or on the format of the order date', () => {
    const order = anOrder({ OrderDate: '2026-01-01T12:00:00Z', Phone: null })
    const { Phone: _, ...rest } = order as Record<string, unknown>
    const reversed = Object.fromEntries(Object.entries(rest).reverse())
    expect(hash({ ...reversed, OrderDate: '2026-01-01T13:00:00+01:00' })).toBe(hash(order))
  })

  test.each([
    ['Email', 'bob@example.com'],
    ['Lines', [{ ...anOrder().Lines[0], Quantity: 3 }]],
    ['ShippingAddress', { City: 'Delft' }],
    ['OrderDate', '2026-01-01T12:00:00Z'],
  ])('depends on %s', (name, value) => {
    expect(hash(anOrder({ [name]: value }))).not.toBe(hash(anOrder()))
  })
})
