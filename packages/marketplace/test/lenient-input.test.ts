import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

describe('messages', () => {
  test('list exactly the values of an enum', async () => {
    await acknowledgedOrder(api, 'ENUM', [{ quantity: 1 }])
    const cancellation = aRecord('cancellations', 'ENUM', { 1: 1 }, { ReasonCode: 'NO' })
    const { body } = await api.merchant('POST', '/v2/cancellations', cancellation)
    expect(body.errors).toEqual([
      {
        path: '/ReasonCode',
        message:
          'must be one of NOT_IN_STOCK, DAMAGED, INCOMPLETE, CLIENT_CANCELLED, INVALID_ADDRESS, OTHER',
      },
    ])
  })

  test('say that the + of an offset must be %2B in a query', async () => {
    const path = '/v2/orders?createdSince='
    const refused = await api.merchant('GET', `${path}2026-11-21T10:00:00+01:00`)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/createdSince' }] } })
    const [, example] = / or (\S+):/.exec(refused.body.errors[0].message) ?? []
    expect(example).toContain('%2B')
    expect((await api.merchant('GET', path + example)).status).toBe(200)
  })
})

describe('references', () => {
  const product = (reference: string) => ({ MerchantProductReference: reference, Name: 'Mug' })

  test('that look the same are the same, on every way', async () => {
    await api.merchant('POST', '/v2/products', product('Cafe\u0301\u200b 1 '))
    const same = encodeURIComponent('Caf\u00e9\u00a01')
    expect(await api.merchant('GET', `/v2/products/${same}`)).toMatchObject({
      status: 200,
      body: { MerchantProductReference: 'Caf\u00e9 1' },
    })
    const listed = await api.merchant('GET', `/v2/products?reference=${same}`)
    expect(listed.body).toHaveLength(1)
    const again = await api.merchant('POST', '/v2/products', product('\ufeffCaf\u00e9\u202f1'))
    expect(again.status).toBe(409)
  })

  test('that are unknown are shown with the code points of letters that look like others', async () => {
    const { body } = await api.merchant('GET', `/v2/products/${encodeURIComponent('\u0412M21')}`)
    expect(body.detail).toBe('There is no product "\u0412M21" (\u0412 is U+0412).')
  })
})

test('an empty text is no value in every optional field', async () => {
  const empty = {
    Brand: '',
    Size: '',
    Description: '',
    Ean: '',
    ParentMerchantReference: '',
    Url: '',
  }
  const stored = await api.merchant('POST', '/v2/products', {
    ...{ MerchantProductReference: 'NO-TEXTS', Name: 'Mug' },
    ...empty,
  })
  expect(stored.status).toBe(201)
  for (const name of Object.keys(empty)) expect(stored.body[name], name).toBe(null)
  const order = anOrder({ ChannelReference: 'EMPTY-TEXTS' })
  const first = await api.channelCall('POST', '/v2/orders', {
    ...order,
    PaymentMethod: '',
    Phone: '',
  })
  const again = await api.channelCall('POST', '/v2/orders', order)
  expect([first.status, again.status]).toEqual([201, 200])
})

describe('an empty X-Api-Key', () => {
  test('is ignored, and the query parameter apikey is used', async () => {
    const get = async (url: string) =>
      (await api.raw({ method: 'GET', url, headers: { 'x-api-key': '' } })).status
    expect(await get(`/v2/orders/new?apikey=${api.merchantKey}`)).toBe(200)
    expect(await get('/v2/orders/new')).toBe(401)
  })
})

// tools/test/strict-calls.test.ts tries both rules on every call.
describe('a method that a path does not support', () => {
  test.each([
    ['DELETE', '/v2/orders', 'GET, HEAD, POST'],
    ['OPTIONS', '/v2/offers', 'PUT'],
    ['POST', '/v2/webhook-keys/1/2', 'GET, HEAD'],
  ])('%s %s is answered with 405, and Allow lists the supported methods', async (...call) => {
    const [method, url, allow] = call
    const answer = await api.raw({ method: method as 'GET', url })
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow },
      body: { status: 405, code: 'MARKET_METHOD_NOT_ALLOWED' },
    })
  })

  test('is distinguished from an unknown path, which is answered with 404', async () => {
    expect(await api.raw({ method: 'GET', url: '/v2/nothing' })).toMatchObject({
      status: 404,
      body: { code: 'MARKET_NOT_FOUND' },
    })
  })
})

describe('an unknown query parameter', () => {
  test('is refused with its name, and without credentials too', async () => {
    const issue = { path: '/pagesize', message: 'is not a known property' }
    for (const url of ['/v2/products/MUG', '/v2/webhook-keys/1/2']) {
      const { status, body } = await api.merchant('GET', `${url}?pagesize=3`)
      expect([url, status, body.errors]).toEqual([url, 400, [issue]])
    }
  })

  test('is not apikey, which every call accepts', async () => {
    const url = `/v2/products/MUG?apikey=${api.merchantKey}`
    expect((await api.raw({ method: 'GET', url })).status).toBe(200)
    const keys = await api.raw({ method: 'GET', url: '/v2/webhook-keys/1/2?apikey=x' })
    expect(keys.body.code).toBe('MARKET_NOT_FOUND')
  })
})

describe('PUT /v2/products/<ref> with the body of its GET', () => {
  const path = '/v2/products/PARENT'
  beforeAll(async () => {
    const children = ['C-2', 'C-1'].map((reference) => ({
      MerchantProductReference: reference,
      Name: reference,
    }))
    const parent = { MerchantProductReference: 'PARENT', Name: 'Parent', Children: children }
    expect((await api.merchant('POST', '/v2/products', parent)).status).toBe(201)
  })

  test('changes nothing', async () => {
    for (const each of [path, '/v2/products/C-1']) {
      const { body } = await api.merchant('GET', each)
      expect(await api.merchant('PUT', each, body)).toMatchObject({ status: 200, body })
    }
  })

  test('accepts changes of the other fields', async () => {
    const { body } = await api.merchant('GET', path)
    const changed = await api.merchant('PUT', path, { ...body, Brand: 'New' })
    expect(changed).toMatchObject({ status: 200, body: { Brand: 'New', Children: ['C-1', 'C-2'] } })
  })

  test.each([
    ['Id', 999_999],
    ['Children', ['C-1']],
    ['CreatedAt', '2020-01-01T00:00:00Z'],
    ['UpdatedAt', '2020-01-01T00:00:00Z'],
  ])('refuses a changed %s with its name, and changes nothing', async (name, value) => {
    const { body } = await api.merchant('GET', path)
    const refused = await api.merchant('PUT', path, { ...body, Brand: 'Never', [name]: value })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: `/${name}` }] } })
    expect((await api.merchant('GET', path)).body).toEqual(body)
  })
})

describe('empty text in a field that cannot be empty', () => {
  test('counts as null in a product', async () => {
    const product = {
      MerchantProductReference: 'EMPTY',
      Name: 'Empty',
      ChannelProductReference: '',
      ParentMerchantReference: '',
      Url: '',
      ImageUrl: '',
    }
    const nulls = {
      ChannelProductReference: null,
      ParentMerchantReference: null,
      Url: null,
      ImageUrl: null,
    }
    const created = await api.merchant('POST', '/v2/products', product)
    expect(created).toMatchObject({ status: 201, body: nulls })
    const items = [{ ...product, MerchantProductReference: 'EMPTY-2', Children: [] }, product]
    expect((await api.merchant('POST', '/v2/products', items)).body.AcceptedCount).toBe(2)
    const linked = await api.merchant('PATCH', '/v2/products/EMPTY', { Url: 'https://a.example/' })
    expect(linked.body.Url).toBe('https://a.example/')
    expect((await api.merchant('PATCH', '/v2/products/EMPTY', { Url: '' })).body.Url).toBeNull()
  })

  test('counts as null in an order, and a repeat can leave it out', async () => {
    const order = anOrder({
      ChannelReference: 'EMPTY',
      ChannelCustomerReference: '',
      ShippingAddress: { City: 'Rotterdam', CountryIso: '' },
    })
    const created = await api.channelCall('POST', '/v2/orders', order)
    expect(created).toMatchObject({
      status: 201,
      body: { ChannelCustomerReference: null, ShippingAddress: { CountryIso: null } },
    })
    const repeat = anOrder({ ChannelReference: 'EMPTY', ShippingAddress: { City: 'Rotterdam' } })
    expect((await api.channelCall('POST', '/v2/orders', repeat)).status).toBe(200)
  })

  test('counts as null in a shipment and its lines', async () => {
    await acknowledgedOrder(api, 'SHIP', [{ quantity: 1 }])
    const shipment = {
      ...aRecord('shipments', 'SHIP', {}),
      ChannelOrderReference: '',
      TrackTraceUrl: '',
      Lines: [{ MerchantOrderLineReference: 'SHIP-1', ChannelOrderLineReference: '', Quantity: 1 }],
    }
    const created = await api.merchant('POST', '/v2/shipments', shipment)
    expect(created).toMatchObject({ status: 201, body: { TrackTraceUrl: null } })
  })

  test('is refused if a reference is required, and reported with the other issues', async () => {
    const product = { MerchantProductReference: '', Name: 'x', Url: '', Stock: -1 }
    const { status, body } = await api.merchant('POST', '/v2/products', product)
    expect(status).toBe(400)
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      '/MerchantProductReference',
      '/Stock',
    ])
  })
})

describe('optional fields without a value', () => {
  test('are null in every answer', async () => {
    const order = await acknowledgedOrder(api, 'NULLS', [{ quantity: 4 }])
    expect(Object.keys(order.ShippingAddress)).toHaveLength(12)
    expect(order.ShippingAddress).toMatchObject({ HouseNrAddition: null, Gender: null })
    const expected = {
      shipments: { TrackTraceNo: null, TrackTraceUrl: null, Method: null, ShipmentMethod: null },
      cancellations: { ReasonCode: null, Reason: null, ChannelCancellationReference: null },
      backorders: { MerchantOrderReference: 'NULLS' },
      returns: { Reason: null, CustomerComment: null, MerchantComment: null },
    }
    for (const path of ['shipments', 'cancellations', 'backorders', 'returns'] as const) {
      const record = aRecord(path, 'NULLS', { 1: 1 })
      const created = await api.merchant('POST', `/v2/${path}`, record)
      expect(created).toMatchObject({ status: 201, body: expected[path] })
    }
  })
})
