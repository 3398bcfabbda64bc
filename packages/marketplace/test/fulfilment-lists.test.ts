import { execute, queryFirst, queryOne, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, addChannel, createParties, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder, record } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
  await acknowledgedOrder(api, 'L', [{ quantity: 1_000 }])
})
afterAll(async () => await api.close())

const nextOf = ({ headers }: Answer) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]
const names = ({ body }: Answer): string[] =>
  body.map((one: { MerchantShipmentReference: string }) => one.MerchantShipmentReference)
const ship = async (reference: string) =>
  await record(api, 'shipments', 'L', { 1: 1 }, { MerchantShipmentReference: reference })

async function walk(path: string, between: (page: number) => Promise<unknown> = async () => {}) {
  const seen: string[] = []
  let next: string | undefined = path
  for (let page = 1; next !== undefined; page += 1) {
    const answer: Answer = await api.merchant('GET', next)
    expect(answer.status).toBe(200)
    seen.push(...names(answer))
    next = nextOf(answer)
    if (next !== undefined) await between(page)
  }
  return seen
}

describe('GET /v2/shipments', () => {
  test('lists all shipments once, oldest first, page by page, even if some are stored between the pages', async () => {
    const first = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5']
    for (const name of first) await ship(name)
    // One moment for three of them, and the next within the same millisecond: ids and microseconds tell them apart.
    await execute(
      api.database,
      sql`update marketplace.fulfilments set created_at = '2026-01-01T00:00:00.123456Z'
      where reference in ('A-2', 'A-3', 'A-4')`,
    )
    await execute(
      api.database,
      sql`update marketplace.fulfilments set created_at = '2026-01-01T00:00:00.123457Z'
      where reference = 'A-1'`,
    )
    const seen = await walk('/v2/shipments?pageSize=2&apikey=secret', async (page) => {
      await ship(`B-${page}`)
    })
    expect(seen.slice(0, 5)).toEqual(['A-2', 'A-3', 'A-4', 'A-1', 'A-5'])
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(5)).toEqual(seen.slice(5).map((_, index) => `B-${index + 1}`))
  })

  test('never lists a record on an earlier page after that page was read, even if its transaction commits late', async () => {
    const seen: string[] = []
    let next = '/v2/shipments?pageSize=5'
    let isDone = false
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 15; index += 1) await ship(`RUSH-${writer}-${index}`)
    })
    const all = Promise.all(writers).then(() => {
      isDone = true
    })
    // Only a page that is full is left behind; the others are read again.
    while (!isDone) {
      const answer: Answer = await api.merchant('GET', next)
      const following = nextOf(answer)
      if (following === undefined) continue
      seen.push(...names(answer))
      next = following
    }
    await all
    seen.push(...(await walk(next)))
    const { count } = await queryOne<{ count: number }>(
      api.database,
      sql`select count(*)::int as count from marketplace.fulfilments`,
    )
    expect(new Set(seen).size).toBe(count)
    expect(seen).toHaveLength(count)
  })

  test('waits for the commit of the record before, and never gives a record an earlier date', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    // The clock of the customer runs ahead: another node, whose time is a minute later, is about to commit.
    const ahead = transaction(api.database, async (tx) => {
      const clock = await queryFirst(
        tx,
        sql`
        update marketplace.fulfilment_clocks set last_at = clock_timestamp() + interval '1 minute'
        returning last_at as "lastAt"`,
      )
      hold()
      await released
      return clock?.lastAt as Date
    })
    await held
    const pending = ship('BEHIND')
    await expect
      .poll(async () => {
        // Such locks name no database: those of the tests beside this one are told apart by who waits.
        const row = await queryFirst(
          api.database,
          sql`
          select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
          where not granted and locktype = 'transactionid' and datname = current_database()`,
        )
        return row?.count
      })
      .toBe(1)
    expect((await api.merchant('GET', '/v2/shipments/BEHIND')).status).toBe(404)
    release()
    const lastAt = await ahead
    const { body } = await pending
    expect(Date.parse(body.CreatedAt)).toBeGreaterThanOrEqual(lastAt.getTime())
    const since = encodeURIComponent(body.CreatedAt)
    await ship('AFTER')
    expect(names(await api.merchant('GET', `/v2/shipments?createdSince=${since}`))).toEqual([
      'BEHIND',
      'AFTER',
    ])
  })

  test('ends a page at 20,000 lines, and links to the next page', async () => {
    const lines = Array.from({ length: 5_000 }, () => ({ quantity: 5, price: 1 }))
    await acknowledgedOrder(api, 'LONG', lines)
    const one = Object.fromEntries(lines.map((_, index) => [index + 1, 1]))
    const first = await record(api, 'shipments', 'LONG', one)
    expect(first.status).toBe(201)
    for (let more = 0; more < 4; more += 1) await record(api, 'shipments', 'LONG', one)
    const since = encodeURIComponent(first.body.CreatedAt)
    const page = await api.merchant('GET', `/v2/shipments?createdSince=${since}`)
    const counts = page.body.map((shipment: { Lines: unknown[] }) => shipment.Lines.length)
    expect(counts.reduce((sum: number, lines: number) => sum + lines, 0)).toBeLessThanOrEqual(
      20_005,
    )
    expect(nextOf(page)).toBeDefined()
    const rest = await api.merchant('GET', nextOf(page) ?? '')
    expect(page.body.length + rest.body.length).toBeGreaterThanOrEqual(5)
  })

  test('filters records by order, channel and time, newest first on request', async () => {
    const order = await acknowledgedOrder(api, 'F', [{ quantity: 20 }])
    const other = await acknowledgedOrder(api, 'G', [{ quantity: 20 }])
    const shipment = async (of: string, name: string) =>
      (await record(api, 'shipments', of, { 1: 1 }, { MerchantShipmentReference: name })).body
    const first = await shipment('F', 'F-1')
    await shipment('G', 'G-1')
    await shipment('F', 'F-2')
    await api.merchant('PUT', '/v2/shipments/F-1', { TrackTraceNo: 'T' })
    const found = async (query: string) =>
      names(await api.merchant('GET', `/v2/shipments?${query}`))
    const { channelId } = api.channel
    const since = encodeURIComponent(first.CreatedAt)
    for (const [query, expected] of [
      [`orderId=${order.Id}`, ['F-1', 'F-2']],
      [`orderId=${order.Id}&sort=newest`, ['F-2', 'F-1']],
      ['merchantOrderReference=G', ['G-1']],
      ['channelOrderReference=G', ['G-1']],
      [`merchantOrderReference=G&orderId=${order.Id}`, []],
      [`channelId=${channelId}&orderId=${order.Id}&createdSince=${since}`, ['F-1', 'F-2']],
      [`channelId=${channelId + 1}`, []],
      [`createdBefore=${since}&orderId=${order.Id}`, []],
      [`updatedSince=2999-01-01T00:00:00Z`, []],
      [`orderId=${other.Id}&pageSize=1`, ['G-1']],
    ] as const) {
      expect([query, await found(query)]).toEqual([query, expected])
    }
    expect(first).toMatchObject({ OrderId: order.Id, ChannelId: channelId })
    const newest = await walk('/v2/shipments?sort=newest&pageSize=7', async () => {
      await shipment('G', `LATE-${Math.random()}`)
    })
    const oldest = await walk('/v2/shipments?pageSize=1000')
    expect(newest).toEqual(oldest.filter((name) => !name.startsWith('LATE')).reverse())
  })

  test('filters returns by the status that they have', async () => {
    const lines = [{ quantity: 40 }, { quantity: 40 }]
    await acknowledgedOrder(api, 'R', lines)
    await record(api, 'shipments', 'R', { 1: 40, 2: 40 })
    const decisions = [0, 1, 2].flatMap((accepted) =>
      [0, 1, 2].map((rejected) => ({ accepted, rejected })),
    )
    const possible = decisions.filter(({ accepted, rejected }) => accepted + rejected <= 2)
    for (const [index, { accepted, rejected }] of possible.entries()) {
      for (const rest of [0, 1]) {
        const decided = { AcceptedQuantity: accepted, RejectedQuantity: rejected }
        const Lines = [
          { MerchantOrderLineReference: 'R-1', Quantity: 2, ...decided },
          { MerchantOrderLineReference: 'R-2', Quantity: 1, RejectedQuantity: rest },
        ]
        const change = { MerchantReturnReference: `R-${index}-${rest}`, Lines }
        expect((await record(api, 'returns', 'R', {}, change)).status).toBe(201)
      }
    }
    const list = async (query: string) =>
      (await api.merchant('GET', `/v2/returns?merchantOrderReference=R${query}`)).body.map(
        (one: { Status: string }) => one.Status,
      )
    const all = await list('')
    expect(all).toHaveLength(12)
    for (const status of ['ON_THE_WAY', 'ACCEPTED', 'REJECTED']) {
      const expected = all.filter((one: string) => one === status)
      expect(expected).not.toEqual([])
      expect(await list(`&status=${status}`)).toEqual(expected)
    }
    expect(await list('&status=ACCEPTED&status=REJECTED&pageSize=1000')).toHaveLength(
      all.filter((one: string) => one !== 'ON_THE_WAY').length,
    )
    const refused = await api.merchant('GET', '/v2/shipments?status=ACCEPTED')
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: '/status' }] } })
  })

  test.each([
    'createdSince=yesterday',
    'orderId=x',
    'merchantOrderReference=',
    'sort=best',
    'pageSize=0',
    'pageSize=1001',
    'cursor=nonsense',
    'page=2',
  ])('refuses %s with 400 and the name of the parameter', async (query) => {
    const answer = await api.merchant('GET', `/v2/shipments?${query}`)
    const path = `/${query.split('=')[0]}`
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })
})

describe('a channel', () => {
  test('sees the records of its own orders only, for every kind, page by page', async () => {
    const { key } = await addChannel(api, { name: 'Other' })
    const order = await placeOrder(api, 'OTHER', [{ quantity: 5 }], {}, key)
    await api.merchant('POST', '/v2/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference: 'OTHER',
      Lines: [{ OrderLineId: order.Lines[0].Id, MerchantOrderLineReference: 'OTHER-1' }],
    })
    const paths = ['shipments', 'cancellations', 'backorders', 'returns'] as const
    for (const path of paths) {
      for (const order of ['OTHER', 'L']) {
        expect((await record(api, path, order, { 1: 1 })).status).toBe(201)
      }
      const own = await api.channelCall('GET', `/v2/${path}?pageSize=1`, undefined, { key })
      expect(own.body).toHaveLength(1)
      expect(own.body[0].ChannelOrderReference).toBe('OTHER')
      const rest = await api.channelCall('GET', nextOf(own) ?? '', undefined, { key })
      expect([rest.body, nextOf(rest)]).toEqual([[], undefined])
      const [all] = [await api.channelCall('GET', `/v2/${path}?pageSize=1000`)]
      const orders = all.body.map(
        (one: { ChannelOrderReference: string }) => one.ChannelOrderReference,
      )
      expect(orders).not.toContain('OTHER')
    }
    const { MerchantShipmentReference: name } = aRecord('shipments', 'OTHER', {})
    await record(api, 'shipments', 'OTHER', { 1: 1 }, { MerchantShipmentReference: name })
    const path = `/v2/shipments/${name}`
    expect((await api.channelCall('GET', path, undefined, { key })).status).toBe(200)
    const foreign = await api.channelCall('GET', path)
    const none = await api.channelCall('GET', '/v2/shipments/none')
    expect([foreign.status, none.status]).toEqual([404, 404])
    expect(foreign.body.detail.replace(String(name), 'none')).toBe(none.body.detail)
  })
})

test('another customer sees none of the records, and can use the same references', async () => {
  const other = await createParties(api.database, { name: 'Other merchant' })
  const key = other.merchantKey
  await ship('SHARED')
  for (const path of ['shipments', 'cancellations', 'backorders', 'returns']) {
    expect((await api.merchant('GET', `/v2/${path}`, undefined, { key })).body).toEqual([])
  }
  expect((await api.merchant('GET', '/v2/shipments/SHARED', undefined, { key })).status).toBe(404)
  const body = aRecord('shipments', 'L', { 1: 1 }, { MerchantShipmentReference: 'SHARED' })
  expect((await api.merchant('POST', '/v2/shipments', body, { key })).status).toBe(404)
  const put = await api.merchant('PUT', '/v2/shipments/SHARED', { Method: 'x' }, { key })
  expect(put.status).toBe(404)
})
