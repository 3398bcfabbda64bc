import { execute, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCustomer } from '../src/index.ts'
import { decodeCursor, encodeCursor } from '../src/kit/shared/paging.ts'
import {
  type Answer,
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
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
  for (let number = 1; number <= 7; number += 1) await create(`L-${number}`)
})
afterAll(async () => await api.close())

const create = async (reference: string, change: object = {}) =>
  (await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference, ...change })))
    .body
const list = async (query: string) => await api.merchant('GET', `/v2/orders${query}`)
const references = ({ body }: Answer): string[] =>
  body.map((order: { ChannelReference: string }) => order.ChannelReference)
const nextOf = ({ headers }: Answer) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]

describe('GET /v2/orders', () => {
  test('returns each order once, oldest first, page by page, even if orders are created meanwhile', async () => {
    // One transaction gives all rows one moment of creation: only the id tells them apart.
    await execute(
      api.database,
      sql`update marketplace.orders set created_at = '2026-01-01T00:00:00.123456Z'
      where channel_reference in ('L-2', 'L-3', 'L-4')`,
    )
    const seen: string[] = []
    let path: string | undefined = '/v2/orders?pageSize=2&apikey=secret'
    for (let page = 1; path !== undefined; page += 1) {
      const answer = await api.merchant('GET', path)
      expect(String(answer.headers.link)).not.toContain('secret')
      seen.push(...references(answer))
      path = nextOf(answer)
      if (page === 2) await create('L-8')
    }
    expect(seen).toEqual(['L-2', 'L-3', 'L-4', 'L-1', 'L-5', 'L-6', 'L-7', 'L-8'])
  })

  test('ends a page at 20,000 lines, and links to the next page', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({
      ...anOrder().Lines[0],
      ChannelReference: `${index}`,
    }))
    for (const number of [1, 2, 3, 4, 5]) await create(`LONG-${number}`, { Lines: lines })
    const first = (await list('?pageSize=1000')).body.find(
      (order: { ChannelReference: string }) => order.ChannelReference === 'LONG-1',
    )
    const page = await list(`?createdSince=${encodeURIComponent(first.CreatedAt)}`)
    expect(references(page)).toEqual(['LONG-1', 'LONG-2', 'LONG-3', 'LONG-4'])
    const rest = await api.merchant('GET', nextOf(page) ?? '')
    expect(references(rest)).toEqual(['LONG-5'])
    expect(nextOf(rest)).toBeUndefined()
    await execute(
      api.database,
      sql`delete from marketplace.order_lines l using marketplace.orders o
      where o.order_id = l.order_id and o.channel_reference like 'LONG%'`,
    )
    await execute(
      api.database,
      sql`delete from marketplace.orders where channel_reference like 'LONG%'`,
    )
  })

  test('filters by status, channel, time of creation and time of update', async () => {
    const flagged = await create('L-FLAG', {
      Lines: [{ ...anOrder().Lines[0], MerchantProductReference: 'NOWHERE' }],
    })
    expect(references(await list('?status=REQUIRES_CORRECTION'))).toEqual(['L-FLAG'])
    const first = (await list('?pageSize=1')).body[0]
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(first, 'M-1'))
    expect(references(await list('?status=IN_PROGRESS'))).toEqual(['L-2'])
    const since = encodeURIComponent(flagged.CreatedAt.replace('Z', '+00:00'))
    expect(references(await list(`?createdSince=${since}`))).toEqual(['L-FLAG'])
    expect(references(await list(`?updatedSince=${since}`))).toEqual(['L-2', 'L-FLAG'])
    expect(references(await list(`?channelId=${api.channel.channelId}&pageSize=1`))).toEqual([
      'L-2',
    ])
    expect(references(await list('?channelId=999999'))).toEqual([])
  })

  test('finds the orders that are to be shipped by a time, and those that are late', async () => {
    const own = await createParties(api.database, { name: 'Late', handlingDays: 3 })
    const as = async (method: string, path: string, body?: unknown, key = own.merchantKey) =>
      (await api.merchant(method, `/v2${path}`, body, { key })).body
    await as('POST', '/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const place = async (ChannelReference: string, hours: number, change: object = {}) =>
      await as(
        'POST',
        '/orders',
        anOrder({ ChannelReference, OrderDate: hoursAgo(hours), ...change }),
        own.channelKey,
      )
    const inTime = await place('IN-TIME', 71)
    const late = await place('LATE', 73)
    const toCorrect = await place('TO-CORRECT', 74, { CurrencyCode: 'USD' })
    const done = await place('DONE', 100)
    await as('POST', '/orders/acknowledge', anAcknowledgement(late, 'LATE'))
    await as('POST', '/orders/acknowledge', anAcknowledgement(done, 'DONE'))
    const Lines = [{ MerchantOrderLineReference: 'DONE-1' }]
    const shipment = { MerchantShipmentReference: 'S', MerchantOrderReference: 'DONE', Lines }
    await as('POST', '/shipments', shipment)
    const dueAfter = (days: number) =>
      new Date(Date.parse(late.OrderDate) + days * 86_400_000).toISOString()
    expect([late.ShipBy, (await as('GET', '/orders/LATE')).ShipBy]).toEqual([
      dueAfter(3),
      dueAfter(3),
    ])
    expect((await as('GET', '/orders/DONE')).ShipBy).toBeNull()
    const found = async (query: string) =>
      (await as('GET', `/orders?${query}`)).map(
        (order: { ChannelReference: string }) => order.ChannelReference,
      )
    expect(await found('isLate=true&sort=shipBy')).toEqual(['TO-CORRECT', 'LATE'])
    expect(await found('isLate=false')).toEqual(['IN-TIME', 'DONE'])
    expect(await found(`shipBefore=${inTime.ShipBy}&sort=shipBy`)).toEqual(['TO-CORRECT', 'LATE'])
    expect((await as('GET', '/figures/orders?isLate=true')).Total).toBe(2)
    expect((await as('GET', '/figures/overview')).Orders).toMatchObject({
      Late: 2,
      OldestShipBy: new Date(Date.parse(toCorrect.OrderDate) + 3 * 86_400_000).toISOString(),
    })
    await changeCustomer(api.database, own.customer.customerId, { handlingDays: 4 })
    expect(await found('isLate=true')).toEqual([])
    expect((await as('GET', '/orders/LATE')).ShipBy).toBe(dueAfter(4))
    const seen: string[] = []
    let path: string | undefined = '/v2/orders?sort=shipBy&pageSize=1'
    while (path !== undefined) {
      const page = await api.merchant('GET', path, undefined, { key: own.merchantKey })
      seen.push(...references(page))
      path = nextOf(page)
    }
    expect(seen).toEqual(['DONE', 'TO-CORRECT', 'LATE', 'IN-TIME'])
  })

  test('is paged by dates before 1970 and after 2286, too', async () => {
    const own = await createParties(api.database, { name: 'Long ago' })
    const { merchantKey, channelKey } = own
    const days = ['1900-01-02', '1969-12-31', '2026-01-01', '2300-01-01', '9999-12-31']
    for (const day of days) {
      const order = anOrder({ ChannelReference: day, OrderDate: `${day}T12:00:00Z` })
      const { status, body } = await api.channelCall('POST', '/v2/orders', order, {
        key: channelKey,
      })
      expect([status, body.ShipBy]).toEqual([201, expect.stringMatching(/^\d{4}-/)])
    }
    for (const [sort, expected] of [
      ['shipBy', days],
      ['shipByLast', days.toReversed()],
    ] as const) {
      const seen: string[] = []
      let path: string | undefined = `/v2/orders?sort=${sort}&pageSize=1`
      while (path !== undefined) {
        const page = await api.merchant('GET', path, undefined, { key: merchantKey })
        expect(page.status).toBe(200)
        seen.push(...references(page))
        path = nextOf(page)
      }
      expect(seen).toEqual(expected)
    }
    for (const micros of ['-99999999999999999', '999999999999999999']) {
      const cursor = Buffer.from(`${micros}.1`).toString('base64url')
      const path = `/v2/orders?sort=shipBy&cursor=${cursor}`
      const { status } = await api.merchant('GET', path, undefined, { key: merchantKey })
      expect(status).toBe(200)
    }
  })

  test('filters by references, product, country, total and time of the order, and by text', async () => {
    const own = await createParties(api.database, { name: 'Filters' })
    const as = async (method: string, path: string, body?: unknown, key = own.merchantKey) =>
      await api.merchant(method, `/v2${path}`, body, { key })
    await as('POST', '/products', { MerchantProductReference: 'TEA', Name: 'Tea' })
    const place = async (ChannelReference: string, change: object, product = 'TEA') => {
      const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: product }]
      const order = anOrder({ ChannelReference, Lines, ...change })
      return (await as('POST', '/orders', order, own.channelKey)).body
    }
    const Germany = { FirstName: 'Jörg', LastName: 'Groß', CountryIso: 'DE' }
    const first = await place('F-1', { OrderDate: '2026-03-01T00:00:00Z' })
    await place('F-2', {
      ShippingAddress: Germany,
      ShippingCostsInclVat: 5,
      Email: 'j@example.com',
    })
    await place('F-3', {}, 'CUP')
    await as('POST', '/orders/acknowledge', anAcknowledgement(first, 'M-1'))
    const found = async (query: string) => references(await as('GET', `/orders?${query}`))
    for (const [query, expected] of [
      ['merchantReference=M-1&merchantReference=M-2', ['F-1']],
      ['channelReference=F-3&channelReference=F-2&channelReference=x', ['F-2', 'F-3']],
      ['product=CUP', ['F-3']],
      ['product=TEA&sort=newest', ['F-2', 'F-1']],
      ['country=DE', ['F-2']],
      ['minTotal=20', ['F-2']],
      ['maxTotal=19.9', ['F-1', 'F-3']],
      ['orderedBefore=2026-03-02T00:00:00Z', ['F-1']],
      ['orderedSince=2026-03-02T00:00:00Z', ['F-2', 'F-3']],
      [`createdBefore=${encodeURIComponent(first.CreatedAt)}`, []],
      ['status=NEW&status=IN_PROGRESS', ['F-1', 'F-2']],
      ['q=groß', ['F-2']],
      ['q=j@ex', ['F-2']],
      ['q=m-1', ['F-1']],
      [`q=${encodeURIComponent('M-1\nf-3; nothing')}`, ['F-1', 'F-3']],
      [`q=${first.Id}, F-2`, ['F-1', 'F-2']],
    ] as const) {
      expect([query, await found(query)]).toEqual([query, expected])
    }
    const counts = async (query: string, key = own.merchantKey) => {
      const { body } = await as('GET', `/figures/orders?${query}`, undefined, key)
      const all = body.ByStatus.filter(({ Count }: { Count: number }) => Count > 0)
      return [body.Total, all.map((one: { Status: string }) => one.Status), body.IsComplete]
    }
    const all = [3, ['NEW', 'REQUIRES_CORRECTION', 'IN_PROGRESS'], true]
    expect(await counts('')).toEqual(all)
    expect(await counts('', own.channelKey)).toEqual(all)
    expect(await counts('country=DE')).toEqual([1, ['NEW'], true])
    await as('POST', '/orders/M-1/close')
    expect(await counts('product=TEA')).toEqual([2, ['NEW', 'CLOSED'], true])
  })

  test('returns the newest orders first, each once, even if orders are created meanwhile', async () => {
    const own = await createParties(api.database, { name: 'Newest' })
    const place = async (ChannelReference: string) =>
      await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference }), {
        key: own.channelKey,
      })
    for (const reference of ['1', '2', '3', '4', '5']) await place(reference)
    const seen: string[] = []
    let path: string | undefined = '/v2/orders?sort=newest&pageSize=2'
    while (path !== undefined) {
      const page: Answer = await api.merchant('GET', path, undefined, { key: own.merchantKey })
      seen.push(...references(page))
      path = nextOf(page)
      await place(`late-${seen.length}`)
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  test('returns each order that was there once, newest first, whatever is created at the same time', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 4 }),
      async (inserts, count, pageSize) => {
        const own = await createParties(api.database, { name: 'Any' })
        const place = async (reference: string) =>
          await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference }), {
            key: own.channelKey,
          })
        const placeAll = async (name: string, orders: number) =>
          await Promise.all(Array.from({ length: orders }, (_, at) => place(`${name}-${at}`)))
        const before = (await placeAll('before', count)).map(({ body }): number => body.Id)
        const seen: { Id: number; CreatedAt: string }[] = []
        let path: string | undefined = `/v2/orders?sort=newest&pageSize=${pageSize}`
        for (let page = 0; path !== undefined; page += 1) {
          const creating = placeAll(`page-${page}`, inserts[page % inserts.length] ?? 0)
          const answer: Answer = await api.merchant('GET', path, undefined, {
            key: own.merchantKey,
          })
          for (const { status } of await creating) expect(status).toBe(201)
          seen.push(...answer.body)
          path = nextOf(answer)
          // A list that repeats itself would never end.
          expect(page).toBeLessThan(50)
        }
        const ids = seen.map(({ Id }) => Id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(before.filter((id) => !ids.includes(id))).toEqual([])
        const moments = seen.map(({ CreatedAt }) => CreatedAt)
        expect(moments).toEqual(moments.toSorted().toReversed())
      },
    )
    await fc.assert(property, { numRuns: 20 })
  })

  test('shows a channel its own orders only, in the list, one by one and in counts', async () => {
    const { key, channelId } = await addChannel(api, { name: 'Own orders' })
    const mine = await api.channelCall('POST', '/v2/orders', anOrder(), { key })
    const as = async (path: string) => await api.channelCall('GET', path, undefined, { key })
    expect(references(await as('/v2/orders'))).toEqual(['O-1'])
    expect(references(await as(`/v2/orders?channelId=${channelId}`))).toEqual(['O-1'])
    expect(references(await as(`/v2/orders?channelId=${api.channel.channelId}`))).toEqual([])
    expect(references(await as('/v2/orders?channelReference=L-1'))).toEqual([])
    expect((await as('/v2/figures/orders')).body.Total).toBe(1)
    expect((await as(`/v2/orders/id/${mine.body.Id}`)).body).toEqual(mine.body)
    const query = `?status=NEW&channelId=${api.channel.channelId}&pageSize=1`
    const foreign = (await list(query)).body[0]
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(foreign, 'M-FOREIGN'))
    for (const path of [`/v2/orders/id/${foreign.Id}`, '/v2/orders/M-FOREIGN']) {
      expect([(await as(path)).status, (await api.channelCall('GET', path)).status]).toEqual([
        404, 200,
      ])
    }
    expect((await as('/v2/orders/new')).status).toBe(403)
  })

  test.each([
    'country=XX',
    'country=nl',
    'minTotal=-1',
    'maxTotal=much',
    'sort=best',
    'orderedSince=now',
    'createdBefore=2026-13-01T00:00:00Z',
    'q=',
    'product=',
    'status=NEW&status=LOST',
    'status=LOST',
    'createdSince=yesterday',
    'pageSize=0',
    'channelId=x',
    'cursor=nonsense',
  ])('refuses %s with 400 and the name of the parameter', async (query) => {
    const answer = await list(`?${query}`)
    const path = `/${query.split('=')[0]}`
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })
})

test('a cursor is decoded as it was encoded, and other text is refused', () => {
  const digits = (max: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(max) - 1n }).map(String)
  fc.assert(
    fc.property(digits(16), digits(18), (micros, id) => {
      expect(decodeCursor(encodeCursor({ micros, id }))).toEqual({ micros, id })
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = decodeCursor(text)
      if (cursor) expect(cursor.id).toMatch(/^\d{1,18}$/)
    }),
  )
})
