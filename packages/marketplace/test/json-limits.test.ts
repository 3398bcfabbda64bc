import { query, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkJsonLimits,
  MAX_NAMES_AT_ONCE,
  MAX_VALUES_AT_ONCE,
} from '../src/kit/http/json-limits.ts'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const send = async (payload: string, url = '/v2/products', key = api.merchantKey) =>
  await api.raw({
    method: 'POST',
    url,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload,
  })
const times = (text: string, count: number) => new Array(count).fill(text).join(',')

describe('a body that would block all other requests is refused before it is parsed', () => {
  test.each([
    ['10 MB of brackets', () => '['.repeat(10_000_000), 400, 'MARKET_INVALID_BODY'],
    ['33 levels', () => `${'['.repeat(33)}${']'.repeat(33)}`, 400, 'MARKET_INVALID_BODY'],
    ['33 levels of objects', () => `${'{"a":'.repeat(33)}1`, 400, 'MARKET_INVALID_BODY'],
    [
      'an array of 3 million numbers',
      () => `[${times('1', 3_000_000)}]`,
      413,
      'MARKET_BODY_TOO_LARGE',
    ],
    [
      'an object of 40,001 names',
      () => `{${times('"a":1', MAX_NAMES_AT_ONCE + 1)}}`,
      413,
      'MARKET_BODY_TOO_LARGE',
    ],
    [
      'an item of 150,001 values',
      () => `[1,[${times('1', MAX_VALUES_AT_ONCE + 1)}]]`,
      413,
      'MARKET_BODY_TOO_LARGE',
    ],
  ] as const)('%s', async (_, payload, status, code) => {
    const answer = await send(payload())
    expect(answer).toMatchObject({ status, body: { status, code } })
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  })

  test('also on routes that accept only 1 MB', async () => {
    const answer = await send('['.repeat(1_000_000), '/v2/orders', api.channelKey)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
  })

  test('brackets, commas and colons in texts do not count', async () => {
    const Name = '[{,:\\"\\\\'.repeat(40)
    const product = {
      MerchantProductReference: 'TEXT',
      Name: JSON.parse(`"${Name}"`).slice(0, 250),
    }
    expect((await send(JSON.stringify(product))).status).toBe(201)
  })
})

describe('an array that is parsed in pieces', () => {
  const long = `"${'x'.repeat(70_000)}"`
  const padding = times('1', 25_000)

  test('is cut between its items only', () => {
    fc.assert(
      fc.property(fc.array(fc.json({ maxDepth: 3 }), { minLength: 1, maxLength: 5 }), (items) => {
        // A filler before each item makes the comma behind it a place to cut.
        const filled = items.flatMap((item) => [`[${padding}]`, item])
        const bytes = Buffer.from(`[${filled.join(',')}]`)
        const [{ start, cuts, end } = { start: 0, cuts: [], end: 0 }] = checkJsonLimits(bytes)
        const from = [start, ...cuts]
        const pieces = [...cuts, end].map((cut, index) =>
          JSON.parse(`[${bytes.toString('utf8', (from[index] ?? 0) + 1, cut)}]`),
        )
        expect(cuts.length).toBeGreaterThanOrEqual(items.length)
        expect(pieces.flat(1)).toEqual(JSON.parse(bytes.toString()))
      }),
      { numRuns: 50 },
    )
  })

  test('has every item at its position', async () => {
    const items = Array.from({ length: 9_000 }, (_, index) => ({
      MerchantProductReference: `P${index}`,
      Name: `Product ${index}`,
      Price: index,
      ExtraData: { a: '1', b: '2' },
    }))
    const answer = await send(JSON.stringify(items))
    expect(answer.body).toEqual({ AcceptedCount: 9_000, RejectedCount: 0, ProductMessages: [] })
    const rows = await query<{ reference: string; price: number }>(
      api.database,
      sql`select merchant_product_reference as reference, price::float8 as price
          from marketplace.products where merchant_product_reference like 'P%'`,
    )
    expect(rows).toHaveLength(9_000)
    for (const row of rows) expect(row.reference).toBe(`P${row.price}`)
  })

  test('can be a property; the last property with its name counts', async () => {
    const channel = (payload: string) => send(payload, '/v2/products/data', api.channelKey)
    const pairs = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        MerchantReference: `no-${letter}${index}`,
        ChannelReference: `${letter}${index}`,
      }))
    const created = JSON.stringify(pairs('a', 12_000))
    const body = `{"Created":${created},"Updated":["u"],"Created":${JSON.stringify(pairs('b', 9_000))},"Removed":[]}`
    const answer = await channel(body)
    expect(answer.status).toBe(200)
    const references = answer.body.Rejected.map((entry: { Reference: string }) => entry.Reference)
    expect(references).toEqual([...pairs('b', 9_000).map((pair) => pair.MerchantReference), 'u'])
    const broken = await channel(`{"Created":${created.replace('},{', '},,{')}}`)
    expect(broken).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
    const invalid = await channel(`{"Created":${created.replace('"no-a11999"', '[]')}}`)
    expect(invalid.body.errors).toMatchObject([{ path: '/Created/11999/MerchantReference' }])
  })

  test.each([
    ['a comma too many at the end', `[${padding},${long},]`],
    ['a comma too many at a cut', `[[${padding}],,${long}]`],
    ['text before the array', `x[[${padding}],${long}]`],
    ['text behind the array', `[[${padding}],${long}]x`],
    ['two arrays', `[[${padding}],${long}],[1]`],
    ['no end', `[[${padding}],${long}`],
    ['the wrong end', `[[${padding}],${long}}`],
    ['a bracket too many', `[[${padding}],${long}]]`],
    ['a prototype', `[[${padding}],${long},{"__proto__":1}]`],
  ])('is refused for %s', async (_, payload) => {
    expect(await send(payload)).toMatchObject({
      status: 400,
      body: { code: 'MARKET_INVALID_BODY' },
    })
  })
})
