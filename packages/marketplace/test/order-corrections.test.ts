import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug', VatRate: 21 },
    {
      MerchantProductReference: 'TEE',
      Name: 'Shirt',
      Children: [{ MerchantProductReference: 'TEE-S', Name: 'Shirt S', VatRate: 9 }],
    },
  ])
})
afterAll(async () => await api.close())

const lines = (...products: string[]) =>
  products.map((product, index) => ({
    ChannelReference: `${index + 1}`,
    MerchantProductReference: product,
    Quantity: 1,
    UnitPriceInclVat: 121,
  }))
const create = async (reference: string, change: object) =>
  (await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference, ...change })))
    .body
const read = async (id: number) => (await api.merchant('GET', `/v2/orders/id/${id}`)).body
const newIds = async () =>
  (await api.merchant('GET', '/v2/orders/new')).body.map((order: { Id: number }) => order.Id)

describe('an order that requires correction', () => {
  test('is stored with its unknown product, names the line, and is not listed as new', async () => {
    const order = await create('U-1', { Lines: lines('MUG', 'NOWHERE') })
    expect(order).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Code: 'UNKNOWN_PRODUCT', Path: '/Lines/1/MerchantProductReference' }],
      TotalInclVat: 242,
      TotalVat: null,
      MaxVatRate: null,
      Lines: [
        { VatRate: 21, UnitVat: 21 },
        { VatRate: null, UnitVat: null },
      ],
    })
    expect(await newIds()).not.toContain(order.Id)
    const answer = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'U1'),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'MARKET_ORDER_STATUS' } })
  })

  test('becomes NEW, with its VAT, when the product is created', async () => {
    const order = await create('U-2', { Lines: lines('LATE-A', 'LATE-B') })
    await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'LATE-A',
      Name: 'A',
      VatRate: 21,
    })
    expect(await read(order.Id)).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Path: '/Lines/1/MerchantProductReference' }],
      Lines: [{ VatRate: 21 }, { VatRate: null }],
    })
    await api.merchant('POST', '/v2/products', [
      { MerchantProductReference: 'LATE-B', Name: 'B', VatRate: 0 },
    ])
    expect(await read(order.Id)).toMatchObject({
      Status: 'NEW',
      Corrections: [],
      TotalVat: 21,
      MaxVatRate: 21,
      Lines: [{ UnitVat: 21 }, { UnitVat: 0 }],
    })
    expect(await newIds()).toContain(order.Id)
  })

  test('is stored for a parent, which is never sold, and can be corrected to one of its children', async () => {
    const order = await create('P-1', { Lines: lines('TEE') })
    expect(order).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Code: 'PARENT_PRODUCT' }],
    })
    const corrected = await api.merchant('PATCH', `/v2/orders/id/${order.Id}`, {
      Phone: '010-1234567',
      ShippingAddress: { City: 'Delft', CountryIso: 'NL' },
      Lines: [{ Id: order.Lines[0].Id, MerchantProductReference: 'TEE-S' }],
    })
    expect(corrected).toMatchObject({
      status: 200,
      body: {
        Status: 'NEW',
        Corrections: [],
        Phone: '010-1234567',
        Email: 'ann@example.com',
        ShippingAddress: { City: 'Delft', CountryIso: 'NL' },
        TotalVat: 9.99,
        Lines: [{ MerchantProductReference: 'TEE-S', VatRate: 9 }],
      },
    })
  })

  test('is not stored for a product whose reference only sorts next to that of a parent', async () => {
    const near = ['SOX', 'SOX-2', 'SOY']
    await api.merchant('POST', '/v2/products', [
      ...near.map((reference) => ({ MerchantProductReference: reference, Name: reference })),
      {
        MerchantProductReference: 'SOX-1',
        Name: 'Socks',
        Children: [{ MerchantProductReference: 'SOX-1-L', Name: 'Socks L' }],
      },
      // No parent comes after it.
      { MerchantProductReference: 'ZIP', Name: 'Zip' },
    ])
    const { Corrections } = await create('P-9', {
      Lines: lines('SOX-1', ...near, 'SOX-1-L', 'ZIP'),
    })
    expect(Corrections).toMatchObject([
      { Code: 'PARENT_PRODUCT', Path: '/Lines/0/MerchantProductReference' },
    ])
    expect(Corrections).toHaveLength(1)
  })

  test('stays unchanged if the correction names another unknown product', async () => {
    const order = await create('P-2', { Lines: lines('NOT-THIS') })
    const { body } = await api.merchant('PATCH', `/v2/orders/id/${order.Id}`, {
      Lines: [{ Id: order.Lines[0].Id, MerchantProductReference: 'NOT-THAT' }],
    })
    expect(body).toMatchObject({ Status: 'REQUIRES_CORRECTION', Lines: [{ VatRate: null }] })
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'NOT-THAT', Name: 'x' })
    expect((await read(order.Id)).Status).toBe('NEW')
  })

  test('is stored for a foreign currency without a rate, and its base amounts are null', async () => {
    const order = await create('F-1', { CurrencyCode: 'JPY', Lines: lines('MUG') })
    expect(order).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [{ Code: 'NO_EXCHANGE_RATE', Path: '/CurrencyCode' }],
      TotalInclVat: null,
      TotalVat: null,
      OriginalTotalInclVat: 121,
      OriginalTotalVat: 21,
      Lines: [{ UnitPriceInclVat: null, OriginalUnitPriceInclVat: 121, OriginalUnitVat: 21 }],
    })
  })

  test('is returned for a retry', async () => {
    const order = await create('U-3', { Lines: lines('NEVER') })
    expect(await create('U-3', { Lines: lines('NEVER') })).toEqual(order)
  })

  test('is the only kind of order that can be corrected, and only in its own lines', async () => {
    const good = await create('G-1', { Lines: lines('MUG') })
    expect(await api.merchant('PATCH', `/v2/orders/id/${good.Id}`, { Phone: '1' })).toMatchObject({
      status: 409,
      body: { code: 'MARKET_ORDER_STATUS' },
    })
    const bad = await create('G-2', { Lines: lines('NEVER') })
    const foreign = { Lines: [{ Id: good.Lines[0].Id, MerchantProductReference: 'MUG' }] }
    expect(await api.merchant('PATCH', `/v2/orders/id/${bad.Id}`, foreign)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/Lines/0/Id' }] },
    })
    const line = { Id: bad.Lines[0].Id, MerchantProductReference: 'MUG' }
    expect(
      await api.merchant('PATCH', `/v2/orders/id/${bad.Id}`, { Lines: [line, line] }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/Lines/1/Id' }] },
    })
    expect((await api.merchant('PATCH', '/v2/orders/id/999999999', { Phone: '1' })).status).toBe(
      404,
    )
  })
})

describe('a customer who refuses lines that cannot be sold', () => {
  test('answers 422 with each line, and stores nothing', async () => {
    const strict = await createTestApi({ unsellableLines: 'refuse' })
    try {
      await strict.merchant('POST', '/v2/products', {
        MerchantProductReference: 'MUG',
        Name: 'Mug',
      })
      const order = anOrder({ Lines: lines('MUG', 'NOWHERE', 'NEVER') })
      expect(await strict.channelCall('POST', '/v2/orders', order)).toMatchObject({
        status: 422,
        body: {
          code: 'MARKET_UNSELLABLE_LINES',
          errors: [
            { path: '/Lines/1/MerchantProductReference' },
            { path: '/Lines/2/MerchantProductReference' },
          ],
        },
      })
      const rows = await query(strict.database, sql`select from marketplace.orders`)
      expect(rows).toHaveLength(0)
      const good = anOrder({ Lines: lines('MUG') })
      expect((await strict.channelCall('POST', '/v2/orders', good)).status).toBe(201)
    } finally {
      await strict.close()
    }
  })
})
