import { createHmac } from 'node:crypto'
import { createClient } from '@entrepot/rest'
import { type FakeRoute, fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, test } from 'vitest'
import { ShopFailure } from '../src/adapter/outcomes.ts'
import { MedusaApi, Refused } from '../src/adapters/medusa/api.ts'
import { readChanges } from '../src/adapters/medusa/changes.ts'
import { medusa } from '../src/adapters/medusa/index.ts'

const context = (routes: readonly FakeRoute[]) => ({
  role: 'merchant' as const,
  settings: { url: 'https://shop.example/', regionId: 'reg_1', salesChannelId: 'sc_1' },
  secrets: { apiKey: 'sk_1', hintSecret: 'of-hints' },
  http: createClient({ transport: fakeTransport(routes) }),
})
const apiOver = (...routes: readonly FakeRoute[]) => new MedusaApi(context(routes))

describe('answers of Medusa', () => {
  test.each([
    [401, 'denied'],
    [403, 'denied'],
    [500, 'unavailable'],
    [302, 'unavailable'],
  ])('%d is the failure "%s"', async (statusCode, kind) => {
    const call = apiOver({ reply: { statusCode, body: '{}' } }).get('/admin/orders')
    await expect(call).rejects.toMatchObject({ name: 'ShopFailure', kind })
  })

  test('429 says how long to wait', async () => {
    const reply = { statusCode: 429, headers: { 'retry-after': '7' }, body: '' }
    const call = apiOver({ reply }).get('/admin/orders')
    await expect(call).rejects.toMatchObject({ kind: 'throttled', retryAfter: 7 })
  })

  test('a cut answer, and a page of the storefront, are failures of the shop', async () => {
    const cut = apiOver({ reply: { error: new Error('socket hang up') } }).get('/admin/orders')
    await expect(cut).rejects.toBeInstanceOf(ShopFailure)
    const page = apiOver({ reply: { body: '<html>' } }).get('/admin/orders')
    await expect(page).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('400 with a message is a refusal of the request, in the words of Medusa', async () => {
    const reply = { statusCode: 400, json: { type: 'invalid_data', message: 'No stock' } }
    const call = apiOver({ reply }).post('/admin/draft-orders')
    await expect(call).rejects.toMatchObject({ name: 'Refused', message: 'No stock' })
    await expect(call).rejects.toBeInstanceOf(Refused)
  })

  test('the key goes along as Medusa wants it, and one slash of the address is enough', async () => {
    const transport = fakeTransport([{ reply: { json: { regions: [] } } }])
    const api = new MedusaApi({ ...context([]), http: createClient({ transport }) })
    await api.all('/admin/regions', 'regions', { fields: 'id' })
    const [request] = transport.requests
    expect(request?.url).toMatch(/^https:\/\/shop\.example\/admin\/regions\?/)
    expect(request?.headers.authorization).toBe(`Basic ${btoa('sk_1:')}`)
  })
})

test('prices are in the currency of the region of the connection', async () => {
  const regions = [
    { id: 'reg_0', currency_code: 'usd' },
    { id: 'reg_1', currency_code: 'eur' },
  ]
  const reply = { json: { regions } }
  const { merchant } = medusa.open(context([{ reply }]))
  expect(await merchant?.readCurrency?.()).toBe('EUR')
  const { merchant: other } = medusa.open(context([{ reply: { json: { regions: [] } } }]))
  expect(await other?.readCurrency?.()).toBeUndefined()
})

interface Row {
  readonly id: string
  readonly updated_at: string
}

/** A list of Medusa that sorts by one column, as Medusa does: rows with one time are in no certain order. */
function listOf(rows: Row[], onPage: (page: number) => void = () => {}): FakeRoute {
  let pages = 0
  return {
    reply: ({ url }) => {
      const query = new URL(url).searchParams
      const from = query.get('updated_at[$gte]') ?? ''
      const before = query.get('updated_at[$lt]')
      const order = query.get('order') as keyof Row
      const offset = Number(query.get('offset'))
      const found = rows
        .filter(({ updated_at }) => updated_at >= from && (!before || updated_at < before))
        .toReversed()
        .toSorted((one, other) =>
          one[order] < other[order] ? -1 : one[order] > other[order] ? 1 : 0,
        )
        .slice(offset, offset + Number(query.get('limit')))
      pages += 1
      onPage(pages)
      return { json: { orders: found } }
    },
  }
}

async function readPages(rows: Row[], onPage?: (page: number) => void): Promise<string[][]> {
  const list = { path: '/admin/orders', key: 'orders', fields: 'id', pageSize: 3 }
  const pages: string[][] = []
  for await (const page of readChanges<Row>(apiOver(listOf(rows, onPage)), list, TIMES[0] ?? '')) {
    pages.push(page.rows.map(({ id }) => id))
  }
  return pages
}

const readIds = async (...args: Parameters<typeof readPages>) =>
  new Set((await readPages(...args)).flat())

const TIMES = Array.from({ length: 9 }, (_, second) => `2026-11-26T10:00:0${second}.000Z`)
const row = (id: number, second: number): Row => ({
  id: `o_${id}`,
  updated_at: TIMES[second] ?? '',
})

describe('reads of changes', () => {
  test('all rows are read, also more of one time than a page has', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => row(id, 2)).concat(row(9, 3), row(10, 4))
    expect((await readIds(rows)).size).toBe(10)
  })

  test('pages are the same again, whatever the order of rows with one time is', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => row(id, Math.ceil(id / 2)))
    const pages = await readPages(rows)
    expect(await readPages(rows.toReversed())).toEqual(pages)
    expect(pages.flat()).toEqual(rows.map(({ id }) => id))
  })

  test('a row that changes during the read makes no other row disappear', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((id) => row(id, Math.ceil(id / 2)))
    const ids = await readIds(rows, (page) => {
      if (page === 1) rows.push({ ...(rows.shift() as Row), updated_at: TIMES[8] ?? '' })
    })
    expect(ids.size).toBe(7)
  })

  test('a row that leaves a moment with many rows makes no other row disappear', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => row(id, 2))
    const ids = await readIds(rows, (page) => {
      if (page === 3) rows.push({ ...(rows.shift() as Row), updated_at: TIMES[8] ?? '' })
    })
    expect(ids.size).toBe(8)
  })
})

test('payments are read for refunds once in 15 minutes, and orders each time', async () => {
  const transport = fakeTransport([
    { url: /\/admin\/payments/, reply: { json: { payments: [], count: 0 } } },
    { reply: { json: { orders: [], count: 0 } } },
  ])
  const opened = medusa.open({ ...context([]), http: createClient({ transport }) })
  const read = async (cursor?: string) => {
    const before = transport.requests.length
    let last = cursor
    for await (const page of opened.merchant?.readReturns?.(cursor) ?? []) last = page.cursor
    const paths = transport.requests.slice(before).map(({ url }) => new URL(url).pathname)
    return [last, paths] as const
  }
  const [cursor, first] = await read()
  expect(first).toContain('/admin/payments')
  const [, second] = await read(cursor)
  expect(second).toEqual(['/admin/orders'])
  const [, late] = await read(
    JSON.stringify({ ...JSON.parse(String(cursor)), readAt: '2026-01-01T00:00:00Z' }),
  )
  expect(late).toContain('/admin/payments')
})

describe('hints', () => {
  const shop = medusa.open(context([]))
  const body = (event: string) => new TextEncoder().encode(JSON.stringify({ event }))
  const sign = (bytes: Uint8Array, secret = 'of-hints') =>
    createHmac('sha256', secret).update(bytes).digest('hex')
  const read = (bytes: Uint8Array, signature: string) =>
    shop.readHint?.({ headers: { 'x-entrepot-signature': signature }, body: bytes })

  test('an event wakes the reads that it concerns, and an unknown one wakes all', () => {
    const shipped = body('shipment.created')
    expect(read(shipped, sign(shipped))).toEqual(['fulfilments'])
    const other = body('cart.updated')
    expect(read(other, sign(other))).toContain('products')
  })

  test('a hint with another signature, another body or none is refused', () => {
    const bytes = body('shipment.created')
    expect(read(bytes, sign(bytes, 'guessed'))).toBeUndefined()
    expect(read(body('order.canceled'), sign(bytes))).toBeUndefined()
    expect(read(bytes, '')).toBeUndefined()
    expect(read(bytes, 'zz')).toBeUndefined()
  })

  test('without a secret there are no hints', () => {
    expect(medusa.open({ ...context([]), secrets: { apiKey: 'sk_1' } }).readHint).toBeUndefined()
  })
})
