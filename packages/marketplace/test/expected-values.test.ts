/** Writes that name what they replace, so that two people do not overwrite each other, and the history of prices. */
import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conflictsOf } from '../src/catalogue/products/rules.ts'
import { applyCount } from '../src/orders/stock/counts.ts'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

let number = 0
async function product(more: object = {}): Promise<string> {
  number += 1
  const reference = `EXPECTED-${number}`
  const body = { MerchantProductReference: reference, Name: 'Mug', Price: 34.95, Stock: 8, ...more }
  expect((await api.merchant('POST', '/v2/products', body)).status).toBe(201)
  return reference
}
const change = async (reference: string, body: object) =>
  await api.merchant('PATCH', `/v2/products/${reference}`, body)
const read = async (reference: string) =>
  (await api.merchant('GET', `/v2/products/${reference}`)).body

describe('a change of a product', () => {
  test('is refused if an expected value has changed, and names the value', async () => {
    const reference = await product()
    await change(reference, { Price: 12 })
    const answer = await change(reference, { Price: 34.95, Expected: { Price: 3495, Name: 'Mug' } })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'MARKET_PRODUCT_CHANGED',
        errors: [{ path: '/Expected/Price', message: 'was expected to be 3495, and is 12' }],
      },
    })
    expect((await read(reference)).Price).toBe(12)
  })

  test('is stored if only other values have changed', async () => {
    const reference = await product({ ExtraData: { Material: 'Clay' } })
    await change(reference, { Name: 'Cup', ExtraData: { Season: 'Winter' } })
    const Expected = { Brand: null, ExtraData: { Material: 'Clay', Colour: null } }
    const answer = await change(reference, { Brand: 'Acme', Expected })
    expect(answer).toMatchObject({ status: 200, body: { Name: 'Cup', Brand: 'Acme' } })
  })

  test('of many at once that expect the same value, one is stored', async () => {
    const reference = await product()
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) =>
          await change(reference, { Price: index + 1, Expected: { Price: 34.95 } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('takes back a count: the time of the count before holds again', async () => {
    const StockCountedAt = '2026-11-20T08:00:00.000Z'
    const reference = await product({ StockCountedAt })
    const { body: counted } = await change(reference, { Stock: 80, Expected: { Stock: 8 } })
    const Expected = { Stock: 80, StockCountedAt: counted.StockCountedAt }
    const { body } = await change(reference, { Stock: 8, StockCountedAt, Expected })
    expect(body).toMatchObject({ Stock: 8, StockCountedAt })
    const again = await change(reference, { Stock: 8, StockCountedAt, Expected })
    expect(again.body.code).toBe('MARKET_PRODUCT_CHANGED')
  })
})

test('items of PUT /offers that are not as expected are rejected, and the others are stored', async () => {
  const [one, other] = [await product(), await product()]
  const { body } = await api.merchant('PUT', '/v2/offers', [
    { MerchantProductReference: one, Price: 5, Expected: { Price: 1 } },
    { MerchantProductReference: other, Price: 5, Expected: { Price: 34.95, Stock: 8 } },
    { MerchantProductReference: other, Price: 6, Expected: { Price: 34.95 } },
  ])
  expect(body).toEqual({
    AcceptedCount: 1,
    RejectedCount: 2,
    ProductMessages: [
      {
        Name: null,
        Reference: one,
        Warnings: [],
        Errors: ['Item 0/Expected/Price: was expected to be 1, and is 34.95'],
        IsConflict: true,
      },
      {
        Name: null,
        Reference: other,
        Warnings: [],
        Errors: ['Item 2/Expected/Price: was expected to be 34.95, and is 5'],
        IsConflict: true,
      },
    ],
  })
  expect((await read(other)).Price).toBe(5)
})

describe('the history of a price', () => {
  const history = async (reference: string, query = '') =>
    await api.merchant('GET', `/v2/products/${reference}/prices${query}`)

  test('has each change with who made it, newest first, and no first price', async () => {
    const reference = await product()
    await change(reference, { Price: 12, Stock: 4 })
    await change(reference, { Name: 'Cup' })
    await api.merchant('PUT', '/v2/offers', [
      { MerchantProductReference: reference, Price: null },
      { MerchantProductReference: reference, Stock: 3 },
    ])
    const { body, headers } = await history(reference, '?pageSize=1')
    expect(body).toMatchObject([
      { Before: 12, After: null, Cause: 'write', Actor: { Kind: 'key' } },
    ])
    const next = /cursor=([^&>]+)/.exec(String(headers.link))?.[1]
    const later = await history(reference, `?cursor=${next}`)
    expect(later.body).toMatchObject([{ Before: 34.95, After: 12 }])
  })

  test('belongs to the product, and is empty for one that does not exist', async () => {
    expect((await history('UNKNOWN')).body).toEqual([])
    await execute(api.database, sql`delete from marketplace.price_changes`)
    expect((await history(await product())).body).toEqual([])
  })
})

test('products are counted by the filters of the list', async () => {
  await product({ Name: 'Countable teapot', Stock: 0 })
  await product({ Name: 'Countable teapot' })
  const count = async (query: string) =>
    (await api.merchant('GET', `/v2/figures/products?${query}`)).body
  expect(await count('q=countable')).toEqual({ Total: 2, IsComplete: true })
  expect(await count('q=countable&inStock=false')).toEqual({ Total: 1, IsComplete: true })
  expect((await count('pending=offer')).code).toBe('MARKET_INVALID_INPUT')
})

describe('what is not as expected', () => {
  test.each([
    [{ Name: 'Mug', Price: null, Stock: 0 }, { Price: null, Stock: null }, 0],
    [{ Description: '' }, { Description: null }, 0],
    [
      { StockCountedAt: '2026-11-20T08:00:00.000Z' },
      { StockCountedAt: '2026-11-20T09:00:00+01:00' },
      0,
    ],
    [{ Price: 0 }, { Price: 1 }, 1],
    [{ VatRate: null }, { VatRate: 0 }, 1],
    [{ Price: 0 }, { Price: null }, 1],
    [{ ExtraData: null }, { ExtraData: { 'a/b': 'x' } }, 1],
  ] as const)('of %o, with %o, has %i issues', (record, expected, issues) => {
    expect(conflictsOf(record, expected, '')).toHaveLength(issues)
  })

  test('repeats no long text, and escapes names', () => {
    const [long] = conflictsOf({ Details: 'x'.repeat(200) }, { Details: 'y' }, '')
    expect(long?.message).toBe('was expected to be "y", and is another text')
    const [extra] = conflictsOf({}, { ExtraData: { 'a/b': 'x' } }, '/Children/0')
    expect(extra?.path).toBe('/Children/0/Expected/ExtraData/a~1b')
  })
})

test('a count that is taken back may be older, and may have had no time', () => {
  const current = { Stock: 80, StockCountedAt: '2026-11-26T10:00:00.000Z' }
  const facts = { now: '2026-11-26T12:00:00.000Z', hasLeft: false, takesBack: true }
  const before = { Stock: 8, StockCountedAt: '2026-11-20T08:00:00.000Z' }
  expect(applyCount(current, before, facts)).toEqual(before)
  const never = { Stock: 8, StockCountedAt: null }
  expect(applyCount(current, never, facts)).toEqual(never)
})
