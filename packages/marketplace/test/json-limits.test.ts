import { query, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCuts, MAX_NAMES_AT_ONCE, MAX_VALUES_AT_ONCE } from '../src/http/json-limits.ts'
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

describe('a body that would hold up all other requests is refused before it is parsed', () => {
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
      'an object of 200,001 names',
      () => `{${times('"a":1', MAX_NAMES_AT_ONCE + 1)}}`,
      413,
      'MARKET_BODY_TOO_LARGE',
    ],
    [
      'an item of 300,001 values',
      () => `[1,[${times('1', MAX_VALUES_AT_ONCE + 1)}]]`,
      413,
      'MARKET_BODY_TOO_LARGE',
    ],
  ] as const)('%s', async (_, payload, status, code) => {
    const answer = await send(payload())
    expect(answer).toMatchObject({ status, body: { status, code } })
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  })

  test('also where only 1 MB is taken', async () => {
    const answer = await send('['.repeat(1_000_000), '/v2/orders', api.channelKey)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_BODY' } })
  })

  test('brackets, commas and colons inside of texts do not count', async () => {
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

  test('is cut only between its items', () => {
    const anyText = fc.json({ maxDepth: 3 })
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (items) => {
        // A filler before each item makes each comma behind it a place to cut.
        const filled = items.flatMap((item) => [`[${padding}]`, item])
        const text = `[${filled.join(',')}]`
        const bytes = Buffer.from(text)
        const cuts = findCuts(bytes)
        const ends = [...cuts, bytes.length - 1]
        const pieces = ends.map((end, index) =>
          JSON.parse(`[${bytes.toString('utf8', (cuts[index - 1] ?? 0) + 1, end)}]`),
        )
        expect(cuts.length).toBeGreaterThanOrEqual(items.length)
        expect(pieces.flat(1)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 },
    )
  })

  test('has every item in its place', async () => {
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
