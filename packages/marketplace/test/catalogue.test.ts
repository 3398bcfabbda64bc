/** The lists of products, and what channels know of them. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeReference, encodeReference } from '../src/kit/shared/paging.ts'
import { type Answer, createTestApi, type TestApi } from './api.ts'
import { openShop, product, type Shop } from './sync-api.ts'

let api: TestApi
let shop: Shop
let sorted: Shop
beforeAll(async () => {
  api = await createTestApi()
  shop = await openShop(api)
  await shop.put(
    product('CAP', { Ean: '4006381333931', Stock: 3 }),
    product('MUG/1', { Name: 'Blue mug', Ean: '4006381333948' }),
    product('SHIRT', { Children: [product('SHIRT-L', { Stock: 1 }), product('SHIRT-M')] }),
    product('ünder score', { Stock: 7 }),
  )
  sorted = await openShop(api)
  const child = product('P-1', { Name: 'Product B', Price: 1, Stock: 2 })
  await sorted.put(
    product('A', { Name: 'product d', Price: 2, Stock: 1 }),
    product('P', { Name: 'Product B', Children: [child] }),
    product('Z', { Name: 'Product c', Price: 10, Stock: 11 }),
    product('z', { Name: 'product a', Stock: 0 }),
  )
})
afterAll(async () => await api.close())

const nextOf = ({ headers }: Answer) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]
const references = ({ body }: Answer): string[] =>
  body.map((one: { MerchantProductReference: string }) => one.MerchantProductReference)
const list = async (query: string, of = shop) =>
  references(await of.merchant('GET', `/v2/products${query}`))

/** Reads all pages. */
async function walk(of: Shop, path: string, between: () => Promise<unknown>) {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Answer = await of.merchant('GET', next)
    expect(answer.status).toBe(200)
    pages.push(references(answer))
    next = nextOf(answer)
    if (next !== undefined) await between()
  }
  return pages
}

describe('GET /v2/products', () => {
  test('answers products as the call of one product does, by reference', async () => {
    const { body } = await shop.merchant('GET', '/v2/products')
    for (const one of body) {
      const path = `/v2/products/${encodeURIComponent(one.MerchantProductReference)}`
      expect(one).toEqual((await shop.merchant('GET', path)).body)
    }
    expect(references({ body } as Answer)).toEqual([
      'CAP',
      'MUG/1',
      'SHIRT',
      'SHIRT-L',
      'SHIRT-M',
      'ünder score',
    ])
  })

  test.each([
    ['?reference=CAP&reference=MUG%2F1&reference=nothing', ['CAP', 'MUG/1']],
    ['?ean=4006381333948', ['MUG/1']],
    ['?q=blue', ['MUG/1']],
    ['?q=shirt-l%0AMUG%2F1,4006381333931', ['CAP', 'MUG/1', 'SHIRT-L']],
    ['?parent=SHIRT', ['SHIRT-L', 'SHIRT-M']],
    ['?topLevel=true', ['CAP', 'MUG/1', 'SHIRT', 'ünder score']],
    ['?topLevel=false&inStock=false', ['SHIRT-M']],
    ['?inStock=true', ['CAP', 'SHIRT', 'SHIRT-L', 'ünder score']],
    ['?inStock=false', ['MUG/1', 'SHIRT-M']],
    ['?hasEan=true', ['CAP', 'MUG/1']],
    ['?hasEan=false&q=SHIRT', ['SHIRT', 'SHIRT-L', 'SHIRT-M']],
    ['?parent=nothing', []],
  ])('filters with %s', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test('filters by the activity of product and parent, and by the time of the change', async () => {
    const own = await openShop(api)
    await own.put(product('A'), product('P', { Children: [product('P-1')] }))
    const { body } = await own.merchant('GET', '/v2/products/A')
    await own.off('P')
    expect(await list('?isActive=true', own)).toEqual(['A'])
    expect(await list('?isActive=false', own)).toEqual(['P', 'P-1'])
    const since = encodeURIComponent(body.UpdatedAt)
    expect(await list(`?updatedSince=${since}`, own)).toContain('A')
    const changed = (await own.merchant('GET', '/v2/products/P')).body.UpdatedAt
    expect(await list(`?updatedSince=${encodeURIComponent(changed)}`, own)).toEqual(['P'])
  })

  test('finds what a channel must still fetch, and serves nothing to the channel', async () => {
    const own = await openShop(api)
    const other = await own.addShop()
    await own.put(product('A', { Price: 1 }), product('B', { Price: 1 }))
    const pending = async ({ channelId }: { channelId: number }) =>
      await list(`?pendingAt=${channelId}`, own)
    expect(await pending(own)).toEqual(['A', 'B'])
    await own.settle()
    expect(await pending(own)).toEqual([])
    expect(await pending(other)).toEqual(['A', 'B'])
    await own.patch('B', { Price: 2 })
    expect(await pending(own)).toEqual(['B'])
    await own.patch('A', { Name: 'Another' })
    await own.settle()
    expect(await pending(own)).toEqual([])
  })

  test('finds exactly what each number of a channel counts', async () => {
    const own = await openShop(api)
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    await own.put(...names.map((name) => product(name, { Price: 1, Stock: 1 })))
    await own.settle()
    await own.put(
      product('H', { Price: 1 }),
      product('I', { Price: 1 }),
      product('J', { Price: 1 }),
    )
    await own.patch('A', { Name: 'Another' })
    await own.patch('B', { Name: 'Another', Price: 2 })
    for (const name of ['C', 'D']) await own.patch(name, { Stock: 5 })
    for (const name of ['E', 'F']) await own.patch(name, { IsActive: false })
    const { body } = await own.merchant('GET', `/v2/channels/${own.channelId}/sync`)
    const found = async (query: string) => await list(`?${query}`, own)
    const pending = async (kind: string) =>
      await found(`pendingAt=${own.channelId}&pending=${kind}`)
    const lists = {
      Listed: await found(`listedAt=${own.channelId}`),
      ToBeCreated: await pending('create'),
      ToBeUpdated: await pending('update'),
      ToBeRemoved: await pending('remove'),
      Offers: await pending('offer'),
    }
    expect(lists).toEqual({
      Listed: names,
      ToBeCreated: ['H', 'I', 'J'],
      ToBeUpdated: ['A', 'B'],
      ToBeRemoved: ['E', 'F'],
      Offers: ['B', 'C', 'D'],
    })
    const counts = Object.fromEntries(
      Object.entries(lists).map(([name, rows]) => [name, rows.length]),
    )
    expect(body).toMatchObject(counts)
    expect(await pending('create&pending=remove')).toEqual(['E', 'F', 'H', 'I', 'J'])
  })

  test('lists each product once, page by page, whatever is stored meanwhile', async () => {
    const name = fc.stringMatching(/^[A-F]{1,2}$/)
    const change = fc.record({
      reference: name,
      kind: fc.constantFrom('create', 'change', 'deactivate'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
        fc.array(change, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (initial, changes, pageSize) => {
          const own = await openShop(api)
          await own.put(...initial.map((reference) => product(reference)))
          const off = new Set<string>()
          const rest = [...changes]
          const pages = await walk(
            own,
            `/v2/products?pageSize=${pageSize}&isActive=true`,
            async () => {
              const next = rest.shift()
              if (next === undefined) return
              if (next.kind === 'deactivate') {
                off.add(next.reference)
                await own.off(next.reference)
              } else await own.put(product(next.reference, { Stock: rest.length }))
            },
          )
          const seen = pages.flat()
          expect(seen).toEqual([...new Set(seen)].sort())
          expect(initial.filter((one) => !off.has(one) && !seen.includes(one))).toEqual([])
          for (const page of pages) expect(page.length).toBeLessThanOrEqual(pageSize)
        },
      ),
      { numRuns: 12 },
    )
  })

  test.each([
    ['reference', ['A', 'P', 'P-1', 'Z', 'z']],
    ['referenceLast', ['z', 'Z', 'P-1', 'P', 'A']],
    ['name', ['z', 'P', 'P-1', 'Z', 'A']],
    ['nameLast', ['A', 'Z', 'P-1', 'P', 'z']],
    ['price', ['P-1', 'A', 'Z', 'P', 'z']],
    ['priceLast', ['Z', 'A', 'P-1', 'z', 'P']],
    ['stock', ['z', 'A', 'P-1', 'Z', 'P']],
    ['stockLast', ['Z', 'P-1', 'A', 'z', 'P']],
    ['available', ['z', 'A', 'P-1', 'Z', 'P']],
    ['availableLast', ['Z', 'P-1', 'A', 'z', 'P']],
  ])('lists by %s, page by page, with or without a filter', async (sort, expected) => {
    for (const query of ['pageSize=1', 'pageSize=2', 'pageSize=2&q=product']) {
      const pages = await walk(sorted, `/v2/products?${query}&sort=${sort}`, async () => undefined)
      expect(pages.flat()).toEqual(expected)
    }
  })

  test('ends a page early where products are large, and links to the next page', async () => {
    const own = await openShop(api)
    const large = { Description: 'x'.repeat(65_000), Details: 'x'.repeat(65_000) }
    const names = Array.from({ length: 70 }, (_, index) => `L-${100 + index}`)
    await own.put(...names.map((reference) => product(reference, large)))
    const pages = await walk(own, '/v2/products?pageSize=1000', async () => undefined)
    expect(pages.length).toBe(2)
    expect(pages.flat()).toEqual(names)
  })

  test.each([
    'pageSize=0',
    'cursor=nonsense',
    `cursor=${encodeReference('x').slice(1)}`,
    `cursor=${encodeReference('x')}&sort=price`,
    `cursor=${encodeReference('["9; drop","x"]')}&sort=stock`,
    `cursor=${encodeReference('["1","x","y"]')}&sort=stock`,
    `cursor=${encodeReference('["a\\u0000","x"]')}&sort=name`,
    `cursor=${encodeReference('["1","x\\u0000"]')}&sort=stock`,
    'sort=colour',
    'isActive=maybe',
    'updatedSince=yesterday',
    'pendingAt=999999',
    'pending=create',
    'parent=',
    'q=',
    'colour=red',
    `reference=${'x'.repeat(256)}`,
    Array.from({ length: 101 }, () => 'ean=1').join('&'),
  ])('refuses %s with 400 and the name of the parameter', async (query) => {
    const answer = await shop.merchant('GET', `/v2/products?${query}`)
    const path = `/${query.split('=')[0]}`
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
    expect(answer.body.errors).toHaveLength(1)
  })
})

test('a cursor of a reference is decoded as it was encoded, and other text is refused', () => {
  const line = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 64 })
    .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
  fc.assert(
    fc.property(line, (reference) => {
      const cursor = encodeReference(reference)
      expect(decodeReference(cursor)).toBe(reference)
      expect(cursor.length).toBeLessThanOrEqual(400)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const reference = decodeReference(text)
      if (reference !== undefined) expect(encodeReference(reference)).toBe(text)
    }),
  )
})

describe('GET /v2/channels/<Id>/sync/preview', () => {
  test('returns what the next polls answer, and changes nothing', async () => {
    const own = await openShop(api)
    const path = `/v2/channels/${own.channelId}/sync/preview`
    await own.put(product('A', { Price: 1 }), product('B', { Price: 1 }), product('C'))
    await own.settle()
    await own.put(product('A', { Price: 2 }), product('B', { Name: 'Another' }), product('D'))
    await own.off('C')
    const before = await own.status()
    const preview = (await own.merchant('GET', path)).body
    expect((await own.merchant('GET', path)).body).toEqual(preview)
    expect(await own.status()).toEqual(before)
    expect(before.LastPoll).not.toBeNull()
    const { Offers, IsComplete, ...changes } = preview
    expect(IsComplete).toBe(true)
    expect(changes).toEqual((await own.poll()).body)
    expect(Offers).toEqual(await own.offers())
    expect(Offers).toMatchObject([{ MerchantProductReference: 'A', Price: 2 }])
    const short = (await own.merchant('GET', `${path}?maxCount=1`)).body
    const items = [...short.ToBeCreated, ...short.ToBeUpdated, ...short.ToBeRemoved]
    expect([items.length, short.Offers.length]).toEqual([1, 1])
  })

  test('counts nothing as sent: an acknowledgement without a poll does not settle what was previewed', async () => {
    const own = await openShop(api)
    await own.put(product('A'))
    await own.settle()
    await own.patch('A', { Name: 'Another' })
    await own.merchant('GET', `/v2/channels/${own.channelId}/sync/preview`)
    await own.ack({ Updated: ['c-A'] })
    expect((await own.lists()).update).toEqual(['A'])
  })
})
