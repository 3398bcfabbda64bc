/** Orders as shops really send them: without e-mail address, with odd addresses, discounts and repeats. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, anOrder, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, createProducts, placeOrder, record } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

let number = 0
const send = async (change: object): Promise<Answer> => {
  number += 1
  const order = anOrder({ ChannelReference: `real-${number}`, ...change })
  return await api.channelCall('POST', '/v2/orders', order)
}
const read = async (id: number) => (await api.merchant('GET', `/v2/orders/id/${id}`)).body

describe('an order without e-mail address', () => {
  test.each([null, '', undefined])(
    '(%j) is stored, and answered with an empty one',
    async (Email) => {
      const answer = await send({ Email })
      expect([answer.status, answer.body.Email]).toEqual([201, ''])
      expect((await read(answer.body.Id)).Email).toBe('')
    },
  )

  test('is found by the name of its buyer, and exported', async () => {
    const { body: order } = await send({
      Email: null,
      BillingAddress: { FirstName: 'Zoe', LastName: 'Phonecaller' },
    })
    const found = await api.merchant('GET', '/v2/search?q=phonecaller')
    expect(
      found.body.Orders.map(({ Id, Email }: { Id: number; Email: unknown }) => [Id, Email]),
    ).toEqual([[order.Id, '']])
    const { body: rows } = await api.merchant('GET', '/v2/exports/orders?format=ndjson')
    const row = rows
      .trim()
      .split('\n')
      .map((text: string) => JSON.parse(text))
    expect(row.find(({ Id }: { Id: number }) => Id === order.Id)).toMatchObject({ Email: '' })
  })

  test('gets one by a correction, and loses it by another', async () => {
    const lines = [
      { quantity: 1, product: 'UNKNOWN' },
      { quantity: 1, product: 'UNKNOWN-2' },
    ]
    const order = await placeOrder(api, 'corrected', lines, { Email: null })
    const correct = async (body: object) =>
      (await api.merchant('PATCH', `/v2/orders/id/${order.Id}`, body)).body.Email
    expect(await correct({ Email: 'ann@example.com' })).toBe('ann@example.com')
    expect(await correct({ Phone: '1' })).toBe('ann@example.com')
    expect(await correct({ Email: null })).toBe('')
  })
})

describe('the address of an order', () => {
  const FULL = { StreetName: 'Main Street', City: 'Leeds', ZipCode: 'LS1', CountryIso: 'GB' }
  const warned = async (ShippingAddress: object) => {
    const { status, body } = await send({ ShippingAddress })
    expect(status).toBe(201)
    expect(await read(body.Id)).toEqual({ ...body, Actions: expect.any(Array) })
    const warnings = body.Warnings.map(({ Code, Path }: { Code: string; Path: string }) => {
      return `${Code} ${Path.replace('/ShippingAddress/', '')}`
    })
    return { address: body.ShippingAddress, warnings, body }
  }

  test('without anything odd has no warnings', async () => {
    expect((await warned(FULL)).warnings).toEqual([])
  })

  test.each([
    ['a line break', { City: 'Le\r\neds\n' }, { City: 'Le eds' }, []],
    ['a tab', { StreetName: '\tMain\tStreet' }, { StreetName: 'Main Street' }, []],
    ['other control characters', { City: 'Le\u0000eds\u001b' }, { City: 'Le eds' }, []],
    ['half a character', { City: 'Leeds\ud83d' }, { City: 'Leeds\ufffd' }, []],
    ['a number', { HouseNr: 12, ZipCode: 1234 }, { HouseNr: '12', ZipCode: '1234' }, []],
    ['255 characters', { HouseNr: 'x'.repeat(255) }, { HouseNr: 'x'.repeat(255) }, []],
    [
      '300 characters',
      { Region: 'x'.repeat(300) },
      { Region: 'x'.repeat(255) },
      ['TEXT_CUT Region'],
    ],
    ['a cut emoji', { City: `${'x'.repeat(254)}😀` }, { City: 'x'.repeat(254) }, ['TEXT_CUT City']],
    ['a country in small letters', { CountryIso: 'gb' }, { CountryIso: 'GB' }, []],
    ['UK', { CountryIso: 'UK' }, { CountryIso: 'GB' }, ['COUNTRY_CORRECTED CountryIso']],
    ['EL', { CountryIso: 'EL' }, { CountryIso: 'GR' }, ['COUNTRY_CORRECTED CountryIso']],
    [
      'a country by name',
      { CountryIso: 'Germany' },
      { CountryIso: 'DE' },
      ['COUNTRY_CORRECTED CountryIso'],
    ],
    [
      'an unknown country',
      { CountryIso: 'XX' },
      { CountryIso: null },
      ['UNKNOWN_COUNTRY CountryIso'],
    ],
    ['another gender', { Gender: 'Herr' }, { Gender: null }, ['UNKNOWN_VALUE Gender']],
    ['a gender in small letters', { Gender: 'female' }, { Gender: 'FEMALE' }, []],
    [
      'no city and no street',
      { City: '', StreetName: null },
      { City: null },
      ['MISSING StreetName', 'MISSING City'],
    ],
    ['no zip code', { ZipCode: '  ' }, { ZipCode: null }, ['MISSING ZipCode']],
    ['no zip code where there are none', { ZipCode: '', CountryIso: 'HK' }, { ZipCode: null }, []],
  ])('with %s is stored', async (_, change, stored, warnings) => {
    const seen = await warned({ ...FULL, ...change })
    expect(seen.address).toMatchObject(stored)
    expect(seen.warnings).toEqual(warnings)
  })

  test('that is odd keeps no order from being repeated or corrected', async () => {
    const ShippingAddress = { ...FULL, CountryIso: 'UK', City: 'Le\neds' }
    const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: 'UNKNOWN' }]
    const change = { ChannelReference: 'odd', ShippingAddress, Lines }
    const first = await send(change)
    expect(first.body.Warnings).toEqual([
      { Code: 'COUNTRY_CORRECTED', Path: '/ShippingAddress/CountryIso', Message: '"UK" is GB' },
    ])
    expect([first.status, (await send(change)).status]).toEqual([201, 200])
    const path = `/v2/orders/id/${first.body.Id}`
    const corrected = await api.merchant('PATCH', path, { ShippingAddress: FULL })
    expect([corrected.status, corrected.body.Warnings]).toEqual([200, []])
    const again = await api.merchant('PATCH', path, { BillingAddress: { CountryIso: 'XX' } })
    expect(again.body.Warnings.map((warning: { Path: string }) => warning.Path)).toEqual([
      '/BillingAddress/CountryIso',
      '/BillingAddress/StreetName',
      '/BillingAddress/ZipCode',
      '/BillingAddress/City',
    ])
  })
})

describe('an order that is sent again', () => {
  test.each([
    ['an empty text', { PaymentMethod: '' }, {}],
    ['a missing property', {}, { PaymentMethod: null, ExtraData: {} }],
    ['no costs', { ShippingCostsInclVat: null, BillingAddress: null }, { ShippingCostsInclVat: 0 }],
  ])('with %s for one that means the same is the first order', async (name, first, again) => {
    const created = await send({ ChannelReference: `same ${name}`, ...first })
    const repeated = await send({ ChannelReference: `same ${name}`, ...again })
    expect([created.status, repeated.status]).toEqual([201, 200])
    expect(repeated.body.Id).toBe(created.body.Id)
  })

  test('with other content is refused with what differs, and how to change the first', async () => {
    const [line] = anOrder().Lines
    const first = await send({
      ChannelReference: 'other',
      Lines: [line, { ...line, ChannelReference: '9' }],
    })
    const again = await send({
      ChannelReference: 'other',
      Email: 'bob@example.com',
      OrderDate: '2026-01-01T10:00:00Z',
      ShippingAddress: { City: 'Delft' },
      Lines: [
        { ...line, Quantity: 77, UnitPriceInclVat: 1 },
        { ...line, ChannelReference: 'new' },
      ],
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'MARKET_ORDER_EXISTS' } })
    const [{ path, message }] = again.body.errors
    expect([path, message.split(' in ')[1]]).toEqual([
      '/ChannelReference',
      'Email, BillingAddress, ShippingAddress, OrderDate, Lines/0/Quantity, Lines/0/UnitPriceInclVat, Lines/1, Lines',
    ])
    const { detail } = again.body
    for (const part of [
      'already exists',
      `Id ${first.body.Id}`,
      'stands',
      'Email',
      'Lines/0/Quantity',
    ])
      expect(detail).toContain(part)
    for (const part of [
      'ship it twice',
      '/v2/cancellations',
      'REQUIRES_CORRECTION',
      'ask the merchant',
    ])
      expect(detail).toContain(part)
    expect(detail).not.toMatch(/give this order another/i)
    expect((await read(first.body.Id)).Email).toBe(first.body.Email)
  })
})

describe('discounts and gift cards', () => {
  const discounted = {
    ShippingCostsInclVat: 5,
    DiscountInclVat: 10,
    DiscountDescription: 'Gift card 1234',
  }
  const line = (ChannelReference: string, MerchantProductReference: string, change: object) => ({
    ChannelReference,
    MerchantProductReference,
    Quantity: 3,
    UnitPriceInclVat: 10,
    ...change,
  })
  const Lines = [
    line('1', 'MUG', { DiscountInclVat: 1, DiscountDescription: 'WELCOME' }),
    line('2', 'TEA', { Quantity: 1, UnitPriceInclVat: 11 }),
  ]

  test('are shown, and taken off totals and VAT', async () => {
    const { status, body } = await send({ ...discounted, Lines })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      OriginalDiscountInclVat: 10,
      DiscountInclVat: 10,
      DiscountDescription: 'Gift card 1234',
      // 29 + 11 + 5 - 10
      OriginalTotalInclVat: 35,
      TotalInclVat: 35,
      OriginalShippingCostsInclVat: 5,
      // (29 - 7.25) x 21/121 = 3.7748; (11 - 2.75) x 9/109 = 0.6812; together 4.46. Shipping 5 x 21/121 = 0.87.
      OriginalTotalVat: 5.33,
      Lines: [
        {
          OriginalDiscountInclVat: 1,
          DiscountInclVat: 1,
          OriginalOrderDiscountInclVat: 7.25,
          DiscountDescription: 'WELCOME',
          OriginalUnitPriceInclVat: 10,
        },
        {
          OriginalDiscountInclVat: 0,
          OriginalOrderDiscountInclVat: 2.75,
          DiscountDescription: null,
        },
      ],
    })
    expect(await read(body.Id)).toEqual({ ...body, Actions: expect.any(Array) })
  })

  test('are not paid back: the refunds of all units are what was paid for them', async () => {
    await acknowledgedOrder(api, 'gift', [], { ...discounted, Lines })
    expect((await record(api, 'shipments', 'gift', { 1: 3, 2: 1 })).status).toBe(201)
    const refund = async (named: Readonly<Record<number, number>>, change: object = {}) =>
      await record(api, 'returns', 'gift', named, { Status: 'ACCEPTED', ...change })
    // 10.00 - 8.25 / 3
    expect(await refund({ 1: 1 }, { RefundInclVat: 10.01 + 5 })).toMatchObject({ status: 409 })
    const amounts = [
      await refund({ 1: 1 }),
      await refund({ 1: 2 }),
      await refund({ 2: 1 }, { RefundInclVat: 8.25 + 5 }),
    ].map(({ body }) => body.RefundInclVat)
    expect(amounts).toEqual([7.25, 14.5, 13.25])
  })

  test('may exceed the lines, and then lower the shipping costs', async () => {
    await acknowledgedOrder(api, 'card', [], { ...discounted, DiscountInclVat: 42, Lines })
    expect((await api.merchant('GET', '/v2/orders/card')).body).toMatchObject({
      OriginalTotalInclVat: 3,
      OriginalTotalVat: 0.52,
      OriginalShippingCostsInclVat: 5,
    })
    await record(api, 'shipments', 'card', { 1: 3, 2: 1 })
    const all = (change: object) =>
      record(api, 'returns', 'card', { 1: 3, 2: 1 }, { Status: 'ACCEPTED', ...change })
    expect((await all({ RefundInclVat: 3.01 })).status).toBe(409)
    expect((await all({ RefundInclVat: 3 })).body.RefundInclVat).toBe(3)
  })

  test('of a third of a cent each are refunded to the cent', async () => {
    const third = [line('1', 'MUG', { UnitPriceInclVat: 1, DiscountInclVat: 1 })]
    await acknowledgedOrder(api, 'third', [], { ShippingCostsInclVat: 0, Lines: third })
    await record(api, 'shipments', 'third', { 1: 3 })
    const amounts: number[] = []
    for (let unit = 0; unit < 3; unit += 1) {
      const { body } = await record(api, 'returns', 'third', { 1: 1 }, { Status: 'ACCEPTED' })
      amounts.push(body.RefundInclVat)
    }
    expect(amounts).toEqual([0.67, 0.66, 0.67])
  })

  test.each([
    [
      'a negative price',
      { Lines: [line('1', 'MUG', { UnitPriceInclVat: -5 })] },
      '/Lines/0/UnitPriceInclVat',
      'must be at least 0: send a discount or a gift card as DiscountInclVat of the line or of the order',
    ],
    [
      'a negative quantity',
      { Lines: [line('1', 'MUG', { Quantity: -1 })] },
      '/Lines/0/Quantity',
      'must be at least 1: send a discount or a gift card as DiscountInclVat of the line or of the order',
    ],
    [
      'negative costs',
      { ShippingCostsInclVat: -1 },
      '/ShippingCostsInclVat',
      'must be at least 0: send a discount or a gift card as DiscountInclVat of the line or of the order',
    ],
    [
      'a negative discount',
      { DiscountInclVat: -1 },
      '/DiscountInclVat',
      'must be at least 0: a discount is not negative: it is taken off',
    ],
    [
      'more than the line',
      { Lines: [line('1', 'MUG', { DiscountInclVat: 30.01 })] },
      '/Lines/0/DiscountInclVat',
      'must be at most 30, the price of all units of the line',
    ],
    [
      'more than the order',
      { ShippingCostsInclVat: 5, DiscountInclVat: 35.01, Lines: [line('1', 'MUG', {})] },
      '/DiscountInclVat',
      'must be at most 35, the amount of the lines and the shipping costs',
    ],
  ])('with %s are refused', async (_, change, path, message) => {
    expect(await send(change)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } })
  })
})
