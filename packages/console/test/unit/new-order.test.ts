import { describe, expect, test } from 'vitest'
import { amountsOfNew } from '../../src/orders/amounts.ts'
import { EMPTY_ORDER, type OrderForm, readOrder, withProduct } from '../../src/orders/new/form.ts'

const PRICES = new Map([['MUG', 9.95]])

const formWith = (changes: Partial<OrderForm> = {}): OrderForm => ({
  ...withProduct({ ...EMPTY_ORDER, channel: '3' }, 'MUG'),
  ...changes,
})

const read = (form: OrderForm) => readOrder(form, 'EUR', PRICES)

describe('the form of a new order', () => {
  test('sends the price of the channel until another one is typed, and leaves out what is empty', () => {
    const form = formWith({ shipping: { ...EMPTY_ORDER.shipping, City: ' Delft ' } })
    expect(read(form)).toEqual({
      issues: {},
      body: {
        ChannelId: 3,
        CurrencyCode: 'EUR',
        ShippingCostsInclVat: 0,
        DiscountInclVat: 0,
        ShippingAddress: { City: 'Delft' },
        Lines: [
          {
            ChannelReference: '1',
            MerchantProductReference: 'MUG',
            Quantity: 1,
            UnitPriceInclVat: 9.95,
          },
        ],
      },
    })
    const lines = form.lines.map((line) => ({ ...line, price: '0', discount: '1.50' }))
    expect(read({ ...form, lines }).body.Lines).toMatchObject([{ UnitPriceInclVat: 0 }])
  })

  test('adds a unit to a product that it has already', () => {
    expect(withProduct(formWith(), 'MUG').lines).toMatchObject([{ product: 'MUG', units: '2' }])
  })

  test('says what is missing or wrong at each field', () => {
    expect(Object.keys(read(EMPTY_ORDER).issues)).toEqual(['/Lines', '/ChannelId'])
    const lines = [
      { product: 'MUG', units: '0', price: '', discount: 'x' },
      { product: 'TEA', units: '1.5', price: null, discount: '' },
    ]
    expect(Object.keys(read(formWith({ lines })).issues).toSorted()).toEqual([
      '/Lines/0/DiscountInclVat',
      '/Lines/0/Quantity',
      '/Lines/0/UnitPriceInclVat',
      '/Lines/1/Quantity',
      '/Lines/1/UnitPriceInclVat',
    ])
  })
})

test('the total of a new order is rounded once, as that of the hub', () => {
  const line = { ChannelReference: '1', MerchantProductReference: 'MUG', Quantity: 1 }
  const total = (currency: string, changes: object = {}) =>
    amountsOfNew({
      CurrencyCode: currency,
      ShippingAddress: {},
      Lines: [1.005, 1.005].map((UnitPriceInclVat) => ({ ...line, UnitPriceInclVat })),
      ...changes,
    }).total
  expect(total('EUR')).toBe(2.01)
  expect(total('JPY')).toBe(2)
  expect(total('EUR', { ShippingCostsInclVat: 4.95, DiscountInclVat: 1.5 })).toBe(5.46)
})
