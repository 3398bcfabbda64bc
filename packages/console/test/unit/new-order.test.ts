import { HubError } from '@entrepot/client'
import { describe, expect, test } from 'vitest'
import { isCertainlyMissing } from '../../src/components/form/certainly-missing.ts'
import { amountsOfNew } from '../../src/orders/amounts.ts'
import { EMPTY_ORDER, type OrderForm, readOrder, withProduct } from '../../src/orders/new/form.ts'
import { scannedProduct } from '../../src/orders/scanned-product.ts'

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

describe('after a creation that failed', () => {
  const refused = (status: number, code = 'MARKET_INVALID_INPUT') =>
    new HubError('createOrder', { title: '', status, code, detail: '', requestId: 'r-1' })
  const running = refused(409, 'MARKET_IDEMPOTENCY_RUNNING')

  test('it is certain that there is no order if the hub has refused it', () => {
    for (const status of [400, 401, 403, 409, 422, 429]) {
      expect(isCertainlyMissing(refused(status), false)).toBe(true)
    }
  })

  test('it is not if no answer came, or none about this order', () => {
    for (const error of [new TypeError('network'), refused(500), refused(503), running]) {
      expect(isCertainlyMissing(error, false)).toBe(false)
    }
  })

  test('an attempt without an answer stays uncertain until the hub has looked for it', () => {
    for (const error of [refused(401), refused(403), refused(429), refused(503), running]) {
      expect(isCertainlyMissing(error, true)).toBe(false)
    }
    expect(isCertainlyMissing(refused(422), true)).toBe(true)
  })
})

describe('a code that was scanned', () => {
  const product = (reference: string, Ean: string | null = null, Children: object[] = []) =>
    ({ MerchantProductReference: reference, Ean, Children }) as never

  test('takes the only product with exactly this EAN or reference', () => {
    const found = [product('MUG'), product('MUG-RED', '4006381333931')]
    expect(scannedProduct(found, '4006381333931')).toBe('MUG-RED')
    expect(scannedProduct(found, 'MUG')).toBe('MUG')
    // The same one, found by both.
    expect(scannedProduct([product('1', '1'), product('1', '1')], '1')).toBe('1')
  })

  test('takes none if several have it, or if it is only a part or another spelling', () => {
    expect(scannedProduct([product('A', '1'), product('B', '1')], '1')).toBeUndefined()
    expect(scannedProduct([product('MUG-RED')], 'MUG')).toBeUndefined()
    expect(scannedProduct([product('MUG')], 'mug')).toBeUndefined()
    expect(scannedProduct([], 'MUG')).toBeUndefined()
  })

  test('takes no family, which is not sold itself', () => {
    const family = product('MUG', null, [{}])
    expect(scannedProduct([family], 'MUG')).toBeUndefined()
    expect(scannedProduct([family, product('MUG-RED', 'MUG')], 'MUG')).toBe('MUG-RED')
  })
})
