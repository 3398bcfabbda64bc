/** Several channels, large catalogues, fairness, reset, status and access. */
import { execute, query, queryFirst, sql } from '@entrepot/database'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { removeOldSyncEntries } from '../src/channels/log/store.ts'
import { createTestApi, type TestApi } from './api.ts'
import { listsOf, NOTHING, openShop, product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())
afterEach(() => void vi.useRealTimers())

const many = (count: number, prefix = 'P') =>
  Array.from({ length: count }, (_, index) => product(`${prefix}${String(index).padStart(4, '0')}`))

describe('the log of polls', () => {
  interface Entry {
    readonly Kind: string
    readonly Minute: string
    readonly [name: string]: unknown
  }

  test('counts what a channel has polled and acknowledged, by minute, kind and key', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    await shop.lists()
    await shop.lists()
    await shop.ack({
      Created: [{ MerchantReference: 'A', ChannelReference: 'c-A' }],
      Updated: ['c-unknown', 'c-\u0000'],
      Failed: [{ MerchantReference: 'B', Detail: 'No brand' }],
    })
    await shop.offers()
    // The calls may be of two minutes.
    const sums = async () => {
      const { body } = await shop.merchant('GET', `/v2/channels/${shop.channelId}/sync/log`)
      const all: Record<string, Record<string, number>> = {}
      for (const { Kind, ...entry } of body as Entry[]) {
        const sum = all[Kind] ?? {}
        all[Kind] = sum
        for (const name of ['Calls', 'Created', 'Updated', 'Failed', 'Offers', 'Rejected']) {
          sum[name] = (sum[name] ?? 0) + Number(entry[name])
        }
      }
      return all
    }
    const none = { Calls: 1, Created: 0, Updated: 0, Failed: 0, Offers: 0, Rejected: 0 }
    await expect.poll(sums).toEqual({
      POLL_DATA: { ...none, Calls: 2, Created: 4 },
      ACKNOWLEDGE_DATA: { ...none, Created: 1, Updated: 2, Failed: 1, Rejected: 2 },
      POLL_OFFERS: { ...none, Offers: 1 },
    })
    const path = `/v2/channels/${shop.channelId}/sync/log?pageSize=1`
    const pages: Entry[] = []
    for (let next: string | undefined = path; next !== undefined; ) {
      const { body, headers } = await shop.merchant('GET', next)
      pages.push(...body)
      next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
    }
    expect(new Set(pages.map(({ Kind, Minute }) => Kind + Minute)).size).toBe(pages.length)
    expect(new Set(pages.map(({ Kind }) => Kind)).size).toBe(3)
    const references = pages.flatMap(({ RejectedReferences }) => RejectedReferences as string[])
    expect(references.toSorted()).toEqual(['c-unknown', 'c-\ufffd'])
    const reasons = pages.flatMap(({ Rejections }) => Rejections as Entry[])
    expect(reasons.map(({ Reference }) => Reference).toSorted()).toEqual(references.toSorted())
    for (const { Code, Detail } of reasons)
      expect([Code, Detail]).toEqual([
        expect.stringMatching(/^MARKET_/),
        expect.stringMatching(/\.$/),
      ])
    expect(pages.every(({ Key }) => (Key as { Label: string }).Label === 'Shop')).toBe(true)
  })

  test('is sorted by the last call of each entry, also from page to page', async () => {
    const shop = await openShop(api)
    await shop.lists()
    await shop.offers()
    await shop.ack({ Updated: ['c-unknown'] })
    const path = `/v2/channels/${shop.channelId}/sync/log?pageSize=1`
    const entries = sql`marketplace.sync_log where channel_id = ${shop.channelId} and customer_id = ${shop.customerId}`
    const stored = async () => (await query(api.database, sql`select from ${entries}`)).length
    await expect.poll(stored).toBeGreaterThanOrEqual(3)
    // The first entry of a minute has the last call of it.
    await execute(
      api.database,
      sql`update marketplace.sync_log l set minute = date_trunc('minute', now()),
        last_at = date_trunc('minute', now()) + interval '1 second' * (50 - place)
      from (select entry_id, row_number() over (order by entry_id) as place from ${entries}) p where p.entry_id = l.entry_id`,
    )
    const times: string[] = []
    for (let next: string | undefined = path; next !== undefined; ) {
      const { body, headers } = await shop.merchant('GET', next)
      times.push(...(body as Entry[]).map(({ LastAt }) => String(LastAt)))
      next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
    }
    expect(times).toHaveLength(await stored())
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('keeps seven days', async () => {
    const shop = await openShop(api)
    await shop.lists()
    const path = `/v2/channels/${shop.channelId}/sync/log`
    await expect.poll(async () => (await shop.merchant('GET', path)).body.length).toBe(1)
    await execute(
      api.database,
      sql`update marketplace.sync_log set minute = minute - interval '8 days' where channel_id = ${shop.channelId} and customer_id = ${shop.customerId}`,
    )
    expect((await shop.merchant('GET', path)).body).toEqual([])
    expect(await removeOldSyncEntries(api.database, 100)).toBe(1)
    expect(await removeOldSyncEntries(api.database, 100)).toBe(0)
  })
})

describe('channels', () => {
  test('do not affect each other, and a new channel gets the whole catalogue', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A'), product('B'))
    await shop.settle()
    expect(await other.lists()).toEqual({ ...NOTHING, create: ['A', 'B'] })
    await shop.ack({ Updated: ['c-A'] })
    expect(await other.lists()).toEqual({ ...NOTHING, create: ['A', 'B'] })
    const third = await shop.addShop()
    expect(await third.lists()).toEqual({ ...NOTHING, create: ['A', 'B'] })
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a first synchronisation is sent in pages, each product once, with the number of remaining items', async () => {
    const shop = await openShop(api)
    await shop.put(...many(2_600))
    const seen: string[] = []
    const sizes: number[] = []
    for (;;) {
      const { body, headers } = await shop.poll('?maxCount=700')
      const { create } = listsOf(body)
      if (create.length === 0) break
      if (sizes.length === 3)
        expect(headers['entrepot-pending']).toBe('create=500, update=0, remove=0, complete')
      sizes.push(create.length)
      seen.push(...create)
      await shop.list(...create)
    }
    expect(sizes).toEqual([700, 700, 700, 500])
    expect(new Set(seen).size).toBe(2_600)
    expect((await shop.poll()).body.ToBeCreated).toEqual([])
    expect(await shop.status()).toMatchObject({ Listed: 2_600, ToBeCreated: 0 })
  })

  test('an answer contains 1,000 items by default, and up to 5,000 with maxCount', async () => {
    const shop = await openShop(api)
    await shop.put(...many(1_200))
    expect((await shop.lists()).create).toHaveLength(1_000)
    expect((await shop.lists('?maxCount=5000')).create).toHaveLength(1_200)
    for (const maxCount of ['0', '5001', '1.5', 'x', '-1', '']) {
      expect((await shop.poll(`?maxCount=${maxCount}`)).status).toBe(400)
    }
  })

  test('an answer ends before it becomes too large', async () => {
    const shop = await openShop(api)
    const Description = 'x'.repeat(65_000)
    for (let part = 0; part < 4; part += 1) {
      await shop.put(...many(60, `L${part}-`).map((item) => ({ ...item, Description })))
    }
    const answer = await shop.poll()
    expect(answer.body.ToBeCreated.length).toBeGreaterThan(60)
    expect(answer.body.ToBeCreated.length).toBeLessThan(160)
    const seen = new Set<string>(listsOf(answer.body).create)
    for (let round = 0; round < 4; round += 1) {
      for (const reference of (await shop.lists()).create) seen.add(reference)
    }
    expect(seen.size).toBe(240)
  })

  test('one poll reads only part of very large products, and all of them are sent', async () => {
    const shop = await openShop(api)
    await execute(
      api.database,
      sql`
      insert into marketplace.products (customer_id, merchant_product_reference, name, is_active, stock, extra_data)
      select ${shop.customerId}, 'L' || n, 'Large', true, 0,
        (select jsonb_object_agg('name' || i, repeat(n::text, 4000 / length(n::text))) from generate_series(1, 100) i)
      from generate_series(1, 80) n`,
    )
    const answer = await shop.poll('?maxCount=1')
    expect(answer.headers['entrepot-pending']).toMatch(/^create=[3-7]\d, .*complete=\?0$/)
    expect((await shop.drain()).size).toBe(80)
    await execute(
      api.database,
      sql`
      update marketplace.products set name = 'Changed', changed = pg_current_xact_id()
      where customer_id = ${shop.customerId}`,
    )
    expect((await shop.poll('?maxCount=1')).headers['entrepot-pending']).toMatch(/complete=\?0$/)
  })

  test('changes and acknowledgements between polls lose nothing', async () => {
    const shop = await openShop(api)
    await shop.put(...many(50))
    const brands = new Map<string, string | null>()
    for (let round = 0; round < 40; round += 1) {
      const { body } = await shop.poll('?maxCount=7')
      for (const view of [...body.ToBeCreated, ...body.ToBeUpdated]) {
        brands.set(view.MerchantProductReference, view.Brand)
      }
      await shop.list(...listsOf(body).create)
      if (round < 20) await shop.put(product(`P00${10 + round}`, { Brand: String(round) }))
      await shop.ack({ Updated: listsOf(body).update.map((reference) => `c-${reference}`) })
    }
    await shop.settle()
    expect(brands.size).toBe(50)
    for (let round = 0; round < 20; round += 1)
      expect(brands.get(`P00${10 + round}`)).toBe(String(round))
  })

  test('products that are never acknowledged do not block others', async () => {
    const shop = await openShop(api)
    await shop.put(...many(10, 'poison'), ...many(30, 'z'))
    const listed = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      const good = (await shop.lists('?maxCount=10')).create.filter((name) => name.startsWith('z'))
      for (const reference of good) listed.add(reference)
      await shop.list(...good)
    }
    expect(listed.size).toBe(30)
    // What is new goes before what has failed, and what has failed keeps coming.
    await shop.put(product('fresh'))
    expect((await shop.lists('?maxCount=1')).create).toEqual(['fresh'])
    expect((await shop.lists('?maxCount=11')).create).toContain('poison0000')
  })

  test('offers that are never acknowledged do not block others', async () => {
    const shop = await openShop(api)
    await shop.put(...many(20).map((item) => ({ ...item, Price: 1 })))
    await shop.list(...many(20).map((item) => item.MerchantProductReference))
    const seen = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      for (const offer of await shop.offers('?maxCount=5')) seen.add(offer.MerchantProductReference)
    }
    expect(seen.size).toBe(20)
  })

  test('two workers can poll at the same time and acknowledge the same items', async () => {
    const shop = await openShop(api)
    await shop.put(...many(20))
    const answers = await Promise.all([shop.poll(), shop.poll(), shop.poll()])
    const lists = answers.map((answer) => listsOf(answer.body).create)
    expect(lists).toEqual([lists[0], lists[0], lists[0]])
    const acks = await Promise.all(
      answers.map(
        async (answer, index) =>
          await shop.ack(
            {
              Created: lists[index]?.map((reference) => ({
                MerchantReference: reference,
                ChannelReference: `c-${reference}`,
              })),
            },
            String(answer.headers['entrepot-sync']),
          ),
      ),
    )
    expect(acks.map((answer) => answer.body)).toEqual([{}, {}, {}])
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test.each([[true], [false]])(
    'after a reset, everything is sent again (with the header: %s)',
    async (useToken) => {
      const shop = await openShop(api)
      const other = await shop.addShop()
      await shop.put(product('A', { Price: 1 }), product('B', { Price: 2 }), product('C'))
      await shop.settle(useToken)
      await other.settle()
      await shop.put(product('B', { Brand: 'x' }))
      const before = await shop.poll()
      await shop.off('C')
      expect((await shop.reset()).status).toBe(200)
      // An acknowledgement from before the reset says nothing about what the channel holds now.
      await shop.ack(
        { Updated: ['c-B'] },
        useToken ? String(before.headers['entrepot-sync']) : undefined,
      )
      const { update, ...rest } = await shop.lists()
      expect([update.toSorted(), rest]).toEqual([['A', 'B'], { create: [], remove: ['C'] }])
      expect(await shop.offers()).toHaveLength(2)
      await shop.settle(useToken)
      expect(await shop.lists()).toEqual(NOTHING)
      expect(await other.lists()).toEqual({ ...NOTHING, update: ['B'], remove: ['C'] })
      expect((await shop.merchant('POST', '/v2/channels/999999/sync/reset')).status).toBe(404)
    },
  )

  test('a creation from before a reset does not confirm later answers if it is acknowledged after the reset', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    expect((await shop.lists()).create).toEqual(['A'])
    await shop.reset()
    await shop.put(product('A', { Brand: 'new' }))
    expect((await shop.lists()).create).toEqual(['A'])
    expect(
      (await shop.ack({ Created: [{ MerchantReference: 'A', ChannelReference: 'c-A' }] })).body,
    ).toEqual({})
    expect((await shop.lists()).update).toEqual(['A'])
    await shop.settle(false)
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('null, a missing value and empty text are equal', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Description: '', Brand: null }))
    const { body } = await shop.poll()
    expect(body.ToBeCreated[0].Description).toBeNull()
    await shop.settle()
    await shop.merchant('PUT', '/v2/products/A', { Name: 'Name of A' })
    await shop.patch('A', { Brand: '', ExtraData: {} })
    await shop.patch('A', { Description: null })
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a change of settings counts as a change for that channel only', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A', { Price: 1 }))
    await shop.settle()
    await other.settle()
    const { body } = await shop.settings({ OffersInData: true })
    expect(body).toMatchObject({
      Id: shop.channelId,
      OffersInData: true,
      Mode: 'flat',
      Selection: null,
    })
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
    expect(await other.lists()).toEqual(NOTHING)
  })

  test('a removal is sent as a whole product, with the reference of the channel', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: 'x', ExtraData: { a: 'b' } }))
    await shop.settle()
    await shop.off('A')
    const { body } = await shop.poll()
    expect(body.ToBeRemoved).toMatchObject([
      {
        MerchantProductReference: 'A',
        ChannelProductReference: 'c-A',
        Name: 'Name of A',
        Brand: 'x',
        ExtraData: { a: 'b' },
      },
    ])
  })
})

describe('the status of a channel', () => {
  test('counts listed and waiting products without a poll', async () => {
    const shop = await openShop(api)
    expect(await shop.status()).toEqual({
      ...{ Listed: 0, ToBeCreated: 0, ToBeUpdated: 0, ToBeRemoved: 0, Offers: 0, IsComplete: true },
      ...{ LastPoll: null, LastAcknowledgement: null, OldestPending: null },
    })
    await shop.put(product('A', { Price: 1 }), product('B'), product('C'), product('D'))
    const before = await shop.status()
    expect(before).toMatchObject({
      ToBeCreated: 4,
      LastPoll: null,
      OldestPending: expect.any(String),
    })
    await shop.list('A', 'B', 'C')
    await shop.settle()
    await shop.put(product('A', { Price: 2 }), product('B', { Brand: 'x' }), product('E'))
    await shop.off('C')
    const after = await shop.status()
    expect(after).toMatchObject({
      ...{ Listed: 4, ToBeCreated: 1, ToBeUpdated: 1, ToBeRemoved: 1, Offers: 1, IsComplete: true },
      ...{ LastPoll: expect.any(String), LastAcknowledgement: expect.any(String) },
    })
    expect(Date.parse(after.OldestPending)).toBeGreaterThan(Date.parse(before.OldestPending))
  })

  test('always matches the rows', async () => {
    const shop = await openShop(api)
    await shop.put(...many(30))
    await shop.list('P0001', 'P0002', 'P0003', 'P0004')
    await shop.lists('?maxCount=12')
    await shop.off('P0003')
    await shop.reset()
    await shop.settings({ Mode: 'grouped', OffersInData: true })
    await shop.put(product('P0002', { Brand: 'x', Price: 4 }))
    const status = await shop.status()
    const row = await queryFirst(
      api.database,
      sql`
      select count(*) filter (where channel_reference is not null)::int as "Listed",
        count(*) filter (where data_pending = 'create')::int as "ToBeCreated",
        count(*) filter (where data_pending = 'update')::int as "ToBeUpdated",
        count(*) filter (where data_pending = 'remove')::int as "ToBeRemoved",
        count(*) filter (where offer_place is not null)::int as "Offers"
      from marketplace.listings where channel_id = ${shop.channelId}`,
    )
    expect(status).toMatchObject(row as object)
    expect(row).toEqual({ Listed: 4, ToBeCreated: 26, ToBeUpdated: 3, ToBeRemoved: 1, Offers: 3 })
  })

  test('reports that there is more to compare than it has read', async () => {
    const shop = await openShop(api)
    await execute(
      api.database,
      sql`
      insert into marketplace.products (customer_id, merchant_product_reference, name)
      select ${shop.customerId}, 'N' || n, 'x' from generate_series(1, 25000) n`,
    )
    expect(await shop.status()).toMatchObject({ ToBeCreated: 10_000, IsComplete: false })
    const isComplete = async () => (await shop.status()).IsComplete
    for (let round = 0; !(await isComplete()); round += 1) expect(round).toBeLessThan(10)
    expect(await shop.status()).toMatchObject({ ToBeCreated: 25_000 })
    expect((await shop.poll()).headers['entrepot-pending']).toContain('create=25000')
  })

  test('a poll skips products that the channel does not select until it finds one', async () => {
    const shop = await openShop(api)
    await execute(
      api.database,
      sql`
      insert into marketplace.products (customer_id, merchant_product_reference, name, brand)
      select ${shop.customerId}, 'N' || n, 'x', case when n = 30000 then 'rare' else 'common' end
      from generate_series(1, 30000) n`,
    )
    await shop.settings({ Selection: { Brands: ['rare'] } })
    // After five seconds it would give up.
    vi.useFakeTimers({ toFake: ['performance'] })
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['N30000'] })
  })
})

describe('access', () => {
  test('HEAD answers like GET without a body, and serves nothing', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    for (const feed of ['data', 'offers']) {
      const answer = await shop.call('HEAD', `/v2/products/${feed}`)
      expect([answer.status, answer.body]).toEqual([200, ''])
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(await shop.status()).toMatchObject({ LastPoll: null })
    await shop.ack({ Created: [{ MerchantReference: 'A', ChannelReference: 'c-A' }] })
    // Nothing was served, so its content is not known.
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
  })

  test.each([
    ['GET', '/v2/products/data', 'merchant', 403],
    ['POST', '/v2/products/data', 'merchant', 403],
    ['GET', '/v2/products/offers', 'merchant', 403],
    ['POST', '/v2/products/offers', 'merchant', 403],
    ['HEAD', '/v2/products/data', 'merchant', 403],
    ['PUT', '/v2/offers', 'channel', 403],
    ['GET', '/v2/channels', 'channel', 403],
    ['PATCH', '/v2/channels/1', 'channel', 403],
    ['GET', '/v2/channels/1/sync', 'channel', 403],
    ['POST', '/v2/channels/1/sync/reset', 'channel', 403],
  ])('%s %s with a %s key is %i', async (method, path, kind, status) => {
    const call = kind === 'merchant' ? api.merchant : api.channelCall
    const body = method === 'GET' || method === 'HEAD' ? undefined : []
    expect((await call(method, path, body)).status).toBe(status)
  })

  test('a merchant sees and changes its own channels only', async () => {
    const shop = await openShop(api)
    const other = await openShop(api)
    const { body } = await shop.merchant('GET', '/v2/channels')
    expect(body.map((channel: { Id: number }) => channel.Id)).toContain(shop.channelId)
    expect(body.map((channel: { Id: number }) => channel.Id)).not.toContain(other.channelId)
    for (const [method, path, sent] of [
      ['GET', `/v2/channels/${other.channelId}`],
      ['PATCH', `/v2/channels/${other.channelId}`, { Mode: 'grouped' }],
      ['GET', `/v2/channels/${other.channelId}/sync`],
      ['POST', `/v2/channels/${other.channelId}/sync/reset`],
    ] as const) {
      const answer = await shop.merchant(method, path, sent)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'MARKET_NOT_FOUND'])
    }
    expect((await other.merchant('GET', `/v2/channels/${other.channelId}`)).body.Mode).toBe('flat')
  })

  test.each([
    [{ Mode: 'tree' }, '/Mode'],
    [{ Selection: {} }, '/Selection'],
    [{ Selection: { Brands: [] } }, '/Selection/Brands'],
    [{ Selection: { Colors: ['x'] } }, '/Selection/Colors'],
    [{ Id: 7 }, '/Id'],
    [[], ''],
  ])('PATCH /v2/channels with %j names the issue', async (body, path) => {
    const answer = await api.merchant('PATCH', `/v2/channels/${api.channel.channelId}`, body)
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path])
  })

  test('every valid reference of a product passes through data and back', async () => {
    const shop = await openShop(api)
    const references = [
      'a/b',
      'ä €',
      '%2F',
      "'; drop table x; --",
      '{"x":1}',
      '🍵',
      'null',
      '\\',
      '{a,b}',
    ]
    await shop.put(...references.map((reference) => product(reference)))
    expect((await shop.lists()).create.toSorted()).toEqual(references.toSorted())
    await shop.settle()
    await shop.put(
      ...references.map((reference) => product(reference, { Brand: reference, Price: 1 })),
    )
    expect((await shop.lists()).update.toSorted()).toEqual(references.toSorted())
    expect(await shop.settle(true)).toBeLessThanOrEqual(2)
  })
})
