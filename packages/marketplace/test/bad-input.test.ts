import { gzipSync } from 'node:zlib'
import { queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const product = (change: object) => ({ MerchantProductReference: 'BAD', Name: 'Bad', ...change })
const send = async (payload: string | Buffer, headers: Record<string, string> = {}) =>
  await api.raw({
    method: 'POST',
    url: '/v2/products',
    headers: { 'x-api-key': api.merchantKey, 'content-type': 'application/json', ...headers },
    payload,
  })
const countProducts = async () => {
  const row = await queryFirst(
    api.database,
    sql`select count(*)::int as count from marketplace.products`,
  )
  return row?.count
}

describe('a product with an invalid field is refused with 400 and the name of the field', () => {
  test.each([
    ['a missing name', { Name: undefined }, '/Name'],
    ['an empty name', { Name: '' }, '/Name'],
    ['a name that is a number', { Name: 5 }, '/Name'],
    ['a name of 513 characters', { Name: 'x'.repeat(513) }, '/Name'],
    ['a name with NUL', { Name: 'a\u0000b' }, '/Name'],
    ['a name with a line break', { Name: 'a\nb' }, '/Name'],
    ['a description with an escape character', { Description: '\u001b[0m' }, '/Description'],
    ['half a surrogate pair', { Name: '\ud800' }, '/Name'],
    ['an unknown property', { Colour: 'red' }, '/Colour'],
    ['an unknown property with a slash in its name', { 'a/b': 1 }, '/a~1b'],
    ['a property in the wrong case', { name: 'x' }, '/name'],
    ['a negative price', { Price: -0.01 }, '/Price'],
    ['a price as text', { Price: '9.95' }, '/Price'],
    ['a price of five decimals', { Price: 1.00001 }, '/Price'],
    ['a price beyond the largest', { Price: 1e10 }, '/Price'],
    ['a negative stock', { Stock: -1 }, '/Stock'],
    ['a broken stock', { Stock: 1.5 }, '/Stock'],
    ['a stock beyond the largest integer', { Stock: 2 ** 31 }, '/Stock'],
    ['a VAT rate above 100', { VatRate: 101 }, '/VatRate'],
    ['a URL that is none', { Url: 'javascript:alert(1)' }, '/Url'],
    ['extra data with a number', { ExtraData: { a: 1 } }, '/ExtraData/a'],
    [
      'extra data with a control character in a key',
      { ExtraData: { 'a\u0001': 'x' } },
      '/ExtraData/a\u0001',
    ],
    [
      'extra data with 101 names',
      { ExtraData: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, ''])) },
      '/ExtraData',
    ],
    [
      'a reference with a control character',
      { MerchantProductReference: 'a\u007f' },
      '/MerchantProductReference',
    ],
    ['an empty reference', { MerchantProductReference: '' }, '/MerchantProductReference'],
    [
      'a reference of 256 characters',
      { MerchantProductReference: 'x'.repeat(256) },
      '/MerchantProductReference',
    ],
    ["the reference 'data'", { MerchantProductReference: 'data' }, '/MerchantProductReference'],
    ["the reference 'offers'", { MerchantProductReference: 'offers' }, '/MerchantProductReference'],
    ["the reference '..'", { MerchantProductReference: '..' }, '/MerchantProductReference'],
    [
      'a child with an issue',
      { Children: [{ MerchantProductReference: 'C', Name: 'C', Price: -1 }] },
      '/Children/0/Price',
    ],
    ['children that are no array', { Children: {} }, '/Children'],
  ])('%s', async (_, change, path) => {
    const answer = await send(JSON.stringify(product(change)))
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: {
        status: 400,
        code: 'MARKET_INVALID_INPUT',
        type: 'urn:entrepot:problem:market-invalid-input',
      },
    })
    expect(answer.body.errors.map((issue: { path: string }) => issue.path)).toContain(path)
    expect(await countProducts()).toBe(0)
  })

  test('an infinite number, which JSON can express, is refused', async () => {
    const answer = await send('{"MerchantProductReference":"BAD","Name":"x","Price":1e999}')
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/Price' }] } })
  })
})

describe('an order with an invalid field is refused with 400 and the name of the field', () => {
  test.each([
    ['no lines', { Lines: [] }, '/Lines'],
    ['an unknown currency', { CurrencyCode: 'ABC' }, '/CurrencyCode'],
    ['a currency in lower case', { CurrencyCode: 'eur' }, '/CurrencyCode'],
    ['an address that is text', { ShippingAddress: 'Main Street 1' }, '/ShippingAddress'],
    [
      'an unknown part of an address',
      { ShippingAddress: { Planet: 'X' } },
      '/ShippingAddress/Planet',
    ],
    ['a currency that ended', { CurrencyCode: 'ANG' }, '/CurrencyCode'],
    ['no shipping address', { ShippingAddress: null }, '/ShippingAddress'],
    ['an email without @', { Email: 'ann' }, '/Email'],
    ['a date without offset', { OrderDate: '2026-01-01T10:00:00' }, '/OrderDate'],
    ['a day that does not exist', { OrderDate: '2026-02-30T10:00:00Z' }, '/OrderDate'],
    ['a year beyond 9999 in UTC', { OrderDate: '9999-12-31T23:59:59-05:00' }, '/OrderDate'],
    ['the hour 24', { OrderDate: '2026-12-31T24:00:00Z' }, '/OrderDate'],
    ['the year 0', { OrderDate: '0000-01-01T10:00:00Z' }, '/OrderDate'],
    ['a negative shipping cost', { ShippingCostsInclVat: -1 }, '/ShippingCostsInclVat'],
    ['a reference of 51 characters', { ChannelReference: 'x'.repeat(51) }, '/ChannelReference'],
  ])('%s', async (_, change, path) => {
    const { status, body } = await api.channelCall('POST', '/v2/orders', anOrder(change))
    expect([status, body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    expect(body.errors.map((issue: { path: string }) => issue.path)).toContain(path)
  })
})

describe('a body that cannot be read', () => {
  test.each([
    ['no JSON', '{"a":'],
    ['two documents', '{} {}'],
    ['a trailing comma', '{"Name":"x",}'],
    ['a prototype', '{"__proto__":{"Name":"x"}}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{}}}'],
  ])('%s is 400', async (_, payload) => {
    const answer = await send(payload)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
  })

  test('bytes that are not UTF-8 are answered with 400, not stored as question marks', async () => {
    const latin1 = Buffer.from('{"MerchantProductReference":"caf\u00e9","Name":"x"}', 'latin1')
    const answer = await send(latin1)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
  })

  test.each(['"text"', '5', 'true', 'null'])('%s instead of an object is 400', async (payload) => {
    expect(await send(payload)).toMatchObject({
      status: 400,
      body: { code: 'MARKET_INVALID_INPUT', errors: [{ path: '', message: 'must be object' }] },
    })
  })

  test('a missing body is answered with 400', async () => {
    expect((await send('')).status).toBe(400)
    const answer = await api.raw({
      method: 'POST',
      url: '/v2/orders',
      headers: { 'x-api-key': api.channelKey },
    })
    expect(answer.status).toBe(400)
  })

  test('100,000 levels of nesting are answered with 400 and do not disturb other requests', async () => {
    const deep = `{"MerchantProductReference":"BAD","Name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await send(deep)).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
  })

  test.each([
    ['text/plain', 'x'],
    ['application/xml', '<a/>'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['application/json; charset=utf-16', '{}'],
    ['application/jsonp', '{}'],
    ['nonsense', '{}'],
  ])('a body of type %s is 415', async (type, payload) => {
    expect(await send(payload, { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'MARKET_UNSUPPORTED_MEDIA_TYPE' },
    })
  })

  test('a compressed body is 415', async () => {
    const answer = await send(gzipSync('[]'), { 'content-encoding': 'gzip' })
    expect(answer).toMatchObject({ status: 415, body: { code: 'MARKET_UNSUPPORTED_MEDIA_TYPE' } })
    expect(answer.body.detail).toContain('gzip')
  })

  test('a body over the limit is 413: 10 MB for products, 1 MB elsewhere', async () => {
    const megabytes = (count: number) => `"${'x'.repeat(count * 1024 * 1024)}"`
    expect(await send(megabytes(10))).toMatchObject({
      status: 413,
      body: { code: 'MARKET_BODY_TOO_LARGE' },
    })
    expect((await send(megabytes(9))).status).toBe(400)
    const order = await api.raw({
      method: 'POST',
      url: '/v2/orders',
      headers: { 'x-api-key': api.channelKey, 'content-type': 'application/json' },
      payload: megabytes(1),
    })
    expect(order.status).toBe(413)
  })
})

describe('a path that does not exist', () => {
  test.each([['GET', '/v2/nothing']])('%s %s is a 404 problem document', async (method, path) => {
    const answer = await api.merchant(method, `${path}?apikey=secret`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'MARKET_NOT_FOUND' } })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  test('an invalid parameter is answered with 400, not ignored and not a database error', async () => {
    for (const path of [
      '/v2/orders/id/0x1',
      '/v2/orders?createdsince=2026-01-01T00:00:00Z',
      '/v2/orders?createdSince=9999-12-31T23:59:59-05:00',
      '/v2/products/%00',
      '/v2/orders/a%00b',
      '/v2/orders/id/9999999999999999999',
    ]) {
      expect((await api.merchant('GET', path)).status).toBe(400)
    }
    expect((await api.merchant('GET', `/v2/products/${'x'.repeat(256)}`)).status).toBe(400)
  })

  test.each([
    ...['Infinity', '-Infinity', 'NaN', '1e400', '1e21', '1e3', '9007199254740993'],
    ...['9'.repeat(30), '1.0', '0x10', '%201', '1%20', '%2B1', ''],
  ])('%j is no integer in a path or query', async (text) => {
    const inPaths = text === '' ? [] : [`/v2/imports/${text}`, `/v2/orders/id/${text}`]
    // An empty segment is another path.
    for (const path of inPaths) {
      const { status, body } = await api.merchant('GET', path)
      expect([status, body.errors?.[0].path]).toEqual([400, '/id'])
    }
    for (const path of ['/v2/orders?pageSize', '/v2/orders?channelId', '/v2/imports?pageSize']) {
      const { status, body } = await api.merchant('GET', `${path}=${text}`)
      expect([status, body.errors?.[0].path]).toEqual([400, `/${path.split('?')[1]}`])
    }
  })

  test('each issue of the parameters of a request is named, and none of an earlier request', async () => {
    const issuesOf = async (query: string) =>
      (await api.merchant('GET', `/v2/orders?${query}`)).body.errors
    expect(await issuesOf('channelId=0&pageSize=Infinity')).toMatchObject([
      { path: '/pageSize', message: 'must be an integer in decimal digits' },
      { path: '/channelId', message: 'must be at least 1' },
    ])
    expect(await issuesOf('orderId=1e400')).toMatchObject([{ path: '/orderId' }])
  })

  test('an integer that is larger than every Id is the Id of no record', async () => {
    for (const id of ['2147483648', '999999999999999']) {
      expect((await api.merchant('GET', `/v2/imports/${id}`)).status).toBe(404)
      expect((await api.merchant('GET', `/v2/orders?channelId=${id}`)).status).toBe(200)
    }
  })

  test.each([
    ['GET', '/v2/events/recent?q'],
    ['GET', '/v2/exports/products?after'],
    ['POST', '/v2/imports?delimiter'],
    ['GET', '/v2/orders?status'],
  ])('%s %s with NUL is answered with 400 and the name of the parameter', async (method, path) => {
    const { status, body } = await api.merchant(method, `${path}=%00`)
    expect([status, body.errors?.[0].path]).toEqual([400, `/${path.split('?')[1]}`])
  })

  test('bytes that are no UTF-8 never cause an error of the hub', async () => {
    for (const text of ['%ff', '%ed%a0%80', '%c0%af', '%zz', '%']) {
      expect((await api.merchant('GET', `/v2/events/recent?q=${text}`)).status).toBe(200)
      expect((await api.merchant('GET', `/v2/products/${text}`)).status).toBe(400)
    }
  })
})
