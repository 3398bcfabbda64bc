import { queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addChannel,
  anAcknowledgement,
  anOrder,
  createParties,
  createTestApi,
  type TestApi,
} from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug', VatRate: 21, ShippingTime: '2 days' },
    { MerchantProductReference: 'TEA', Name: 'Tea', VatRate: 9, ChannelProductReference: 'sku-9' },
    { MerchantProductReference: 'PLAIN', Name: 'No rate of its own' },
  ])
})
afterAll(async () => await api.close())

const line = (reference: string, product: string, quantity: number, price: number) => ({
  ChannelReference: reference,
  MerchantProductReference: product,
  Quantity: quantity,
  UnitPriceInclVat: price,
})

describe('POST /v2/orders', () => {
  test('creates an order with 201, with its amounts, VAT and the values of its products', async () => {
    const order = anOrder({
      ChannelReference: 'FULL',
      ChannelCustomerReference: 'C-9',
      Phone: '+31 10 123',
      VatNo: 'NL1',
      CompanyRegistrationNo: '123',
      PaymentMethod: 'iDEAL',
      ShippingCostsInclVat: 4.95,
      OrderDate: '2026-03-01T10:00:00+01:00',
      ExtraData: { gift: 'yes' },
      Lines: [line('1', 'MUG', 3, 9.95), line('2', 'TEA', 1, 6.4), line('3', 'MUG', 1, 0)],
    })
    const created = await api.channelCall('POST', '/v2/orders', order)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      ChannelReference: 'FULL',
      ChannelId: api.channel.channelId,
      ChannelName: 'Shop',
      ChannelCustomerReference: 'C-9',
      MerchantReference: null,
      Status: 'NEW',
      Corrections: [],
      CanShipPartialOrderLines: true,
      Phone: '+31 10 123',
      PaymentMethod: 'iDEAL',
      OrderDate: '2026-03-01T09:00:00.000Z',
      ShippingCostsInclVat: 4.95,
      ShippingCostsVat: 0.86,
      TotalInclVat: 41.2,
      TotalVat: 6.57,
      OriginalTotalInclVat: 41.2,
      MaxVatRate: 21,
      ExtraData: { gift: 'yes' },
      ShippingAddress: order.ShippingAddress,
      BillingAddress: order.ShippingAddress,
      AcknowledgedDate: null,
      Lines: [
        { ChannelReference: '1', Quantity: 3, VatRate: 21, DeliveryTimeIndication: '2 days' },
        { ChannelReference: '2', VatRate: 9, UnitVat: 0.5284, ChannelProductReference: null },
        { ChannelReference: '3', UnitPriceInclVat: 0, UnitVat: 0 },
      ],
    })
    const newOrders = await api.merchant('GET', '/v2/orders/new')
    const found = newOrders.body.find((row: { Id: number }) => row.Id === created.body.Id)
    // The merchant may do something else with the order than the channel.
    expect(found).toEqual({ ...created.body, Actions: expect.any(Array) })
  })

  test('returns the first order with 200 for a repeat with equal content', async () => {
    const order = anOrder({ ChannelReference: 'RETRY', OrderDate: '2026-03-01T10:00:00Z' })
    const first = await api.channelCall('POST', '/v2/orders', order)
    const again = await api.channelCall('POST', '/v2/orders', {
      ...order,
      OrderDate: '2026-03-01T11:00:00+01:00',
      Phone: null,
    })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
  })

  test('refuses other content with the same reference with 409', async () => {
    await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: 'TAKEN' }))
    const other = anOrder({ ChannelReference: 'TAKEN', Email: 'bob@example.com' })
    expect(await api.channelCall('POST', '/v2/orders', other)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_ORDER_EXISTS', errors: [{ path: '/ChannelReference' }] },
    })
  })

  test('accepts the same reference from another channel of the customer', async () => {
    const { key } = await addChannel(api, { name: 'Other' })
    const order = anOrder({ ChannelReference: 'SHARED' })
    expect((await api.channelCall('POST', '/v2/orders', order)).status).toBe(201)
    expect((await api.channelCall('POST', '/v2/orders', order, { key })).status).toBe(201)
  })

  test('refuses the ChannelId of another channel with 403', async () => {
    const own = { ...anOrder({ ChannelReference: 'ID-OWN' }), ChannelId: api.channel.channelId }
    expect((await api.channelCall('POST', '/v2/orders', own)).status).toBe(201)
    const foreign = { ...anOrder({ ChannelReference: 'ID-OTHER' }), ChannelId: 999_999 }
    expect((await api.channelCall('POST', '/v2/orders', foreign)).status).toBe(403)
  })

  test('uses the default VAT rate of the customer for a product without a rate', async () => {
    const order = anOrder({ ChannelReference: 'DEFAULT-VAT', Lines: [line('1', 'PLAIN', 1, 121)] })
    const { body } = await api.channelCall('POST', '/v2/orders', order)
    expect(body).toMatchObject({ TotalVat: 21, MaxVatRate: 21, Lines: [{ VatRate: 21 }] })
  })

  test('accepts an order for an inactive product, because the buyer has paid', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'GONE', Name: 'Gone' })
    await api.merchant('DELETE', '/v2/products/GONE')
    const order = anOrder({ ChannelReference: 'FOR-GONE', Lines: [line('1', 'GONE', 1, 5)] })
    expect(await api.channelCall('POST', '/v2/orders', order)).toMatchObject({
      status: 201,
      body: { Status: 'NEW' },
    })
  })

  test('reports every issue at once and stores nothing', async () => {
    const { status, body } = await api.channelCall('POST', '/v2/orders', {
      ChannelReference: 'FAULTY',
      Email: 'no address',
      CurrencyCode: 'EURO',
      Nonsense: 1,
      ShippingAddress: { CountryIso: 'Netherlands', Planet: 'Earth' },
      Lines: [
        {
          ChannelReference: '1',
          MerchantProductReference: 'MUG',
          Quantity: 0,
          UnitPriceInclVat: -1,
        },
        { ChannelReference: '2', Quantity: 1.5, UnitPriceInclVat: '9.95' },
      ],
    })
    expect([status, body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    expect(body.errors.map((issue: { path: string }) => issue.path).sort()).toEqual([
      '/CurrencyCode',
      '/Email',
      '/Lines/0/Quantity',
      '/Lines/0/UnitPriceInclVat',
      '/Lines/1/MerchantProductReference',
      '/Lines/1/Quantity',
      '/Lines/1/UnitPriceInclVat',
      '/Nonsense',
      '/ShippingAddress/Planet',
    ])
    const row = await queryFirst(
      api.database,
      sql`
      select count(*)::int as count from marketplace.orders where channel_reference = 'FAULTY'`,
    )
    expect(row?.count).toBe(0)
  })

  test('refuses two lines with the same reference, and totals with more than 15 digits', async () => {
    const sameLines = anOrder({ Lines: [line('1', 'MUG', 1, 1), line('1', 'TEA', 1, 1)] })
    expect((await api.channelCall('POST', '/v2/orders', sameLines)).body.errors).toEqual([
      { path: '/Lines/1/ChannelReference', message: 'is already used by line 0' },
    ])
    const huge = anOrder({ Lines: [line('1', 'MUG', 1_000_000, 9_999_999_999)] })
    expect((await api.channelCall('POST', '/v2/orders', huge)).body.errors[0].path).toBe('/Lines')
  })
})

describe('GET /v2/orders/new', () => {
  test('returns the oldest new orders first, up to pageSize, without side effects', async () => {
    const fresh = await createParties(api.database, { name: 'Paging' })
    await api.merchant(
      'POST',
      '/v2/products',
      { MerchantProductReference: 'MUG', Name: 'Mug' },
      {
        key: fresh.merchantKey,
      },
    )
    for (let number = 1; number <= 105; number += 1) {
      const order = anOrder({ ChannelReference: `N-${number}` })
      await api.channelCall('POST', '/v2/orders', order, { key: fresh.channelKey })
    }
    const list = async (query: string) =>
      (await api.merchant('GET', `/v2/orders/new${query}`, undefined, { key: fresh.merchantKey }))
        .body
    const references = (orders: { ChannelReference: string }[]) =>
      orders.map((order) => order.ChannelReference)
    expect(references(await list('?pageSize=2'))).toEqual(['N-1', 'N-2'])
    expect(await list('')).toHaveLength(100)
    expect(await list('?pageSize=1000')).toHaveLength(105)
    expect(references(await list('?pageSize=2'))).toEqual(['N-1', 'N-2'])
  })

  test.each(['0', '1001', 'x', '1.5', '-1'])('refuses pageSize=%s', async (size) => {
    const answer = await api.merchant('GET', `/v2/orders/new?pageSize=${size}`)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/pageSize' }] } })
  })
})

describe('POST /v2/orders/acknowledge', () => {
  async function createOrder(reference: string, change: object = {}) {
    const order = anOrder({ ChannelReference: reference, ...change })
    return (await api.channelCall('POST', '/v2/orders', order)).body
  }

  test('gives the order and its lines their references; the order becomes IN_PROGRESS and is no longer new', async () => {
    const order = await createOrder('ACK-1', {
      Lines: [line('a', 'MUG', 1, 1), line('b', 'TEA', 1, 1)],
    })
    const answer = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'M/1'),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        Id: order.Id,
        MerchantReference: 'M/1',
        Status: 'IN_PROGRESS',
        Lines: [{ MerchantReference: 'M/1-1' }, { MerchantReference: 'M/1-2' }],
      },
    })
    expect(Date.parse(answer.body.AcknowledgedDate)).not.toBeNaN()
    const read = await api.merchant('GET', `/v2/orders/${encodeURIComponent('M/1')}`)
    expect(read).toMatchObject({ status: 200, body: answer.body })
    const newOrders = (await api.merchant('GET', '/v2/orders/new')).body
    expect(newOrders.map((row: { Id: number }) => row.Id)).not.toContain(order.Id)
  })

  test('a repeat with the same references returns the order unchanged', async () => {
    const order = await createOrder('ACK-2')
    const first = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'M2'),
    )
    const again = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'M2'),
    )
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  test('other references for an acknowledged order are refused with 409', async () => {
    const order = await createOrder('ACK-3')
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(order, 'M3'))
    const other = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'M3b'),
    )
    expect(other).toMatchObject({ status: 409, body: { code: 'MARKET_REFERENCE_IN_USE' } })
    expect((await api.merchant('GET', '/v2/orders/M3b')).status).toBe(404)
  })

  test('a reference of another order or line is refused with 409, and nothing is acknowledged', async () => {
    const first = await createOrder('ACK-4')
    const second = await createOrder('ACK-5')
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(first, 'M4'))
    const taken = anAcknowledgement(second, 'M4')
    const answer = await api.merchant('POST', '/v2/orders/acknowledge', {
      ...taken,
      Lines: anAcknowledgement(second, 'M5').Lines,
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ path: '/MerchantOrderReference' }] },
    })
    const lineTaken = await api.merchant('POST', '/v2/orders/acknowledge', {
      ...taken,
      MerchantOrderReference: 'M5',
    })
    expect(lineTaken).toMatchObject({ status: 409, body: { errors: [{ path: '/Lines' }] } })
    const { body } = await api.merchant('GET', `/v2/orders/id/${second.Id}`)
    expect(body).toMatchObject({ Status: 'NEW', MerchantReference: null })
  })

  test('every line must be named once, and all lines must belong to the order', async () => {
    const order = await createOrder('ACK-6', {
      Lines: [line('a', 'MUG', 1, 1), line('b', 'TEA', 1, 1)],
    })
    const [first, second] = anAcknowledgement(order, 'M6').Lines
    const attempt = async (lines: object[]) =>
      (
        await api.merchant('POST', '/v2/orders/acknowledge', {
          OrderId: order.Id,
          MerchantOrderReference: 'M6',
          Lines: lines,
        })
      ).body.errors.map((issue: { path: string }) => issue.path)
    expect(await attempt([first])).toEqual(['/Lines'])
    expect(await attempt([first, first, second])).toEqual([
      '/Lines/1/OrderLineId',
      '/Lines/1/MerchantOrderLineReference',
    ])
    expect(
      await attempt([
        first,
        second,
        { ...second, OrderLineId: 1, MerchantOrderLineReference: 'z' },
      ]),
    ).toEqual(['/Lines/2/OrderLineId'])
  })

  test('an unknown line is answered with 404', async () => {
    const order = await createOrder('ACK-9')
    const request = anAcknowledgement(order, 'M9')
    const Lines = [{ ...request.Lines[0], OrderLineId: 999_999_999 }]
    const answer = await api.merchant('POST', '/v2/orders/acknowledge', { ...request, Lines })
    expect(answer).toMatchObject({ status: 404, body: { code: 'MARKET_NOT_FOUND' } })
    expect(answer.body.errors[0].path).toBe('/Lines/0/OrderLineId')
  })

  test.each(['new', 'acknowledge', 'id', '.', '..', 'a\u0000b', ''])(
    'refuses %j as the reference of an order',
    async (reference) => {
      const order = await createOrder('ACK-7')
      const body = { ...anAcknowledgement(order, 'M7'), MerchantOrderReference: reference }
      expect(await api.merchant('POST', '/v2/orders/acknowledge', body)).toMatchObject({
        status: 400,
        body: { errors: [{ path: '/MerchantOrderReference' }] },
      })
    },
  )

  test('an unknown order is answered with 404', async () => {
    const order = await createOrder('ACK-8')
    const body = { ...anAcknowledgement(order, 'M8'), OrderId: 999_999_999 }
    expect((await api.merchant('POST', '/v2/orders/acknowledge', body)).status).toBe(404)
  })
})

describe('GET /v2/orders/<ref>', () => {
  test('returns acknowledged orders only, by their exact reference', async () => {
    const order = anOrder({ ChannelReference: 'GET-1' })
    const { body } = await api.channelCall('POST', '/v2/orders', order)
    expect((await api.merchant('GET', '/v2/orders/GET-1')).status).toBe(404)
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(body, 'Get-1'))
    expect((await api.merchant('GET', '/v2/orders/Get-1')).status).toBe(200)
    expect((await api.merchant('GET', '/v2/orders/get-1')).status).toBe(404)
  })
})
