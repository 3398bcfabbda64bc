import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone } from '../src/index.ts'
import { addChannel, createParties, createTestApi, type TestApi } from './api.ts'
import {
  A_CHANNEL_CONNECTION,
  A_CONNECTION,
  aRun,
  leasedConnection,
  type Send,
  sendAsChannel,
  sendAsMerchant,
  takeLease,
} from './connection-api.ts'

let api: TestApi
let merchant: Send
let channel: Send
let stranger: Send
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  merchant = await sendAsMerchant(api)
  channel = await sendAsChannel(api)
  const other = await createParties(api.database, { name: 'Other' })
  stranger = await sendAsMerchant(api, other.customer.customerId)
})
afterAll(async () => await api.close())

const pairs = async (path: string) => (await merchant('GET', `${path}/pairs`)).body

describe('a connection', () => {
  test('is created, read, changed and deleted, with its events', async () => {
    const created = await merchant('POST', '/connections', A_CONNECTION)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      ...A_CONNECTION,
      ...{ ChannelId: null, IsPaused: false, State: 'new', Failure: null, Lease: null },
      ...{ Cursors: {}, Counts: { Linked: {}, Creating: 0, Problems: 0 }, Version: 1 },
      ...{ LastRunAt: null, Pending: null, LagSeconds: null },
    })
    const path = `/connections/${created.body.Id}`
    expect((await merchant('GET', path)).body).toEqual(created.body)
    const Settings = { url: 'https://other.example.com', pageSize: 50, isTest: true }
    const changed = await merchant('PATCH', path, { Settings, IsPaused: true })
    expect(changed.body).toMatchObject({ Settings, IsPaused: true, State: 'paused', Version: 2 })
    // The same values again are no change.
    expect((await merchant('PATCH', path, { IsPaused: true })).body.Version).toBe(2)
    expect((await merchant('DELETE', path)).status).toBe(200)
    expect((await merchant('GET', path)).status).toBe(404)
    expect((await merchant('DELETE', path)).status).toBe(404)
    const { body } = await merchant('GET', `/events?subject=connection:${created.body.Id}`)
    expect(body.map(({ Type }: { Type: string }) => Type)).toEqual([
      'connection.created',
      'connection.changed',
      'connection.deleted',
    ])
  })

  test.each([
    ['a secret by its name', { Settings: { apiKey: 'x' } }, '/Settings/apiKey'],
    ['a secret by one word of its name', { Settings: { shopToken: 'x' } }, '/Settings/shopToken'],
    [
      'several secrets by their name',
      { Settings: { accessTokens: 'x' } },
      '/Settings/accessTokens',
    ],
    ['a secret by a name with a number', { Settings: { key2: 'x' } }, '/Settings/key2'],
    ['a password in an address', { Settings: { url: 'https://a:b@x.example' } }, '/Settings/url'],
    ['a value that is not plain', { Settings: { url: { host: 'x' } } }, '/Settings/url'],
    [
      'settings of more than 16 KB',
      { Settings: Object.fromEntries([...'abcdefghi'].map((a) => [a, 'x'.repeat(2_000)])) },
      '/Settings',
    ],
    ['a channel of a merchant', { ChannelId: 1 }, '/ChannelId'],
    ['a channel that names none', { Role: 'channel' }, '/ChannelId'],
    ['a shop that is no name', { Shop: 'My Shop' }, '/Shop'],
  ])('is refused with %s', async (_, change, path) => {
    const { status, body } = await merchant('POST', '/connections', { ...A_CONNECTION, ...change })
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'MARKET_INVALID_INPUT', path])
  })

  test('has settings whose names only look a little like those of secrets', async () => {
    const Settings = { keyword: 'x', stockLocationId: 'y', pinterest: true }
    const { status } = await merchant('POST', '/connections', { ...A_CONNECTION, Settings })
    expect(status).toBe(201)
  })

  test('of an unknown channel is refused', async () => {
    const body = { ...A_CHANNEL_CONNECTION, ChannelId: 99_999 }
    expect((await merchant('POST', '/connections', body)).status).toBe(404)
  })

  test('is created up to 200 times, also by many at once', async () => {
    const own = await createParties(api.database, { name: 'Many' })
    const send = await sendAsMerchant(api, own.customer.customerId)
    const { customerId } = own.customer
    await execute(
      api.database,
      sql`
      insert into marketplace.connections (customer_id, name, shop, role, settings, events_cursor)
      select ${customerId}, 'Shop', 'medusa', 'merchant', '{}', '1.0' from generate_series(1, 195)`,
    )
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => await send('POST', '/connections', A_CONNECTION)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.code).toBe('MARKET_TOO_MANY_CONNECTIONS')
    const ids = []
    let url: string | undefined = '/connections?pageSize=90'
    while (url !== undefined) {
      const page = await send('GET', url)
      ids.push(...page.body.map(({ Id }: { Id: number }) => Id))
      url = /<\/v2([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect([ids.length, new Set(ids).size]).toEqual([200, 200])
  })
})

describe('access', () => {
  test('a key of a channel sees and serves the connections of its channel only', async () => {
    const other = await addChannel(api, { name: 'Second shop' })
    const theirs = await sendAsChannel(api, other.channelId)
    const own = await channel('POST', '/connections', A_CHANNEL_CONNECTION)
    expect([own.status, own.body.ChannelId]).toEqual([201, api.channel.channelId])
    const path = `/connections/${own.body.Id}`
    const missing = '/connections/999999'
    const calls: readonly [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { IsPaused: true }],
      ['DELETE', ''],
      ['PUT', '/lease', { Holder: 'x', Seconds: 60 }],
      ['GET', '/pairs'],
      ['GET', '/problems'],
      ['GET', '/runs'],
      ['POST', '/requests', { Action: 'run' }],
    ]
    for (const send of [theirs, stranger]) {
      for (const [method, rest, body] of calls) {
        const [answer, none] = [
          await send(method, `${path}${rest}`, body),
          await send(method, `${missing}${rest}`, body),
        ]
        expect([method, rest, answer.status]).toEqual([method, rest, 404])
        const without = (detail: string) => detail.replaceAll(/\d+/g, '#')
        expect(without(answer.body.detail)).toBe(without(none.body.detail))
      }
      expect((await send('GET', '/connections')).body).toEqual([])
    }
    expect((await channel('GET', '/connections')).body).toHaveLength(1)
    expect((await merchant('GET', path)).status).toBe(200)
  })

  test('a key of a channel creates no connection of the merchant or of another channel', async () => {
    const asMerchant = await channel('POST', '/connections', A_CONNECTION)
    expect([asMerchant.status, asMerchant.body.errors[0].path]).toEqual([400, '/Role'])
    const ofOther = { ...A_CHANNEL_CONNECTION, ChannelId: 99_999 }
    expect((await channel('POST', '/connections', ofOther)).status).toBe(404)
  })

  test('a key without the scopes reads and changes nothing', async () => {
    const keyWith = async (scopes?: ('connections:read' | 'connections:write')[]) => {
      const request = { kind: 'merchant', label: 'Few', ...(scopes && { scopes }) } as const
      const { customerId } = api.customer
      return expectDone(await createApiKey(api.database, customerId, request)).key
    }
    const status = async (key: string, method: string, body?: object) =>
      (await api.merchant(method, '/v2/connections', body, { key })).status
    const unnamed = await keyWith()
    expect(await status(unnamed, 'GET')).toBe(403)
    const reader = await keyWith(['connections:read'])
    expect([await status(reader, 'GET'), await status(reader, 'POST', A_CONNECTION)]).toEqual([
      200, 403,
    ])
    const writer = await keyWith(['connections:write'])
    expect([await status(writer, 'GET'), await status(writer, 'POST', A_CONNECTION)]).toEqual([
      403, 201,
    ])
  })
})

describe('pairs', () => {
  test('are stored as a whole or not at all, and counted', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const pair = (HubId: string, ShopId: string | null, State: string) => ({
      ...{ Kind: 'product', HubId, ShopId, State },
    })
    const store = async (...Pairs: object[]) =>
      await merchant('PUT', `${path}/pairs`, { Lease, Pairs })
    const counts = async () => (await merchant('GET', path)).body.Counts
    const first = await store(pair('A', 's-a', 'linked'), pair('B', null, 'creating'))
    expect([first.status, first.body]).toEqual([200, { Changed: 2 }])
    expect(await counts()).toEqual({ Linked: { product: 1 }, Creating: 1, Problems: 0 })
    const taken = await store(pair('B', 's-a', 'linked'), pair('C', 's-c', 'linked'))
    expect([taken.status, taken.body.code]).toEqual([409, 'MARKET_CONNECTION_PAIR_TAKEN'])
    expect(taken.body.detail).toContain('"s-a" of the shop is the product "A" already')
    expect((await pairs(path)).map(({ HubId }: { HubId: string }) => HubId)).toEqual(['A', 'B'])
    // The same again changes nothing; other pairs exchange their ids.
    expect((await store(pair('A', 's-a', 'linked'))).body).toEqual({ Changed: 0 })
    await store(pair('B', 's-b', 'linked'))
    const exchanged = await store(pair('A', 's-b', 'linked'), pair('B', 's-a', 'linked'))
    expect([exchanged.status, exchanged.body]).toEqual([200, { Changed: 2 }])
    expect(await counts()).toEqual({ Linked: { product: 2 }, Creating: 0, Problems: 0 })
    await store({ ...pair('A', null, 'removed'), Kind: 'product' })
    expect(await counts()).toEqual({ Linked: { product: 1 }, Creating: 0, Problems: 0 })
    // Another kind of record has ids of its own.
    const order = { Kind: 'order', HubId: '17', ShopId: 's-a', State: 'linked' }
    const data = { Url: 'https://x.example/o', Fingerprint: 'f', Data: { lines: { '1': 's1' } } }
    await store({ ...order, ...data })
    expect(await counts()).toMatchObject({ Linked: { product: 1, order: 1 } })
    const found = await merchant('GET', `${path}/pairs?shopId=s-a&shopId=none&kind=order`)
    expect(found.body).toEqual([
      { ...order, ...data, CreatedAt: expect.any(String), UpdatedAt: expect.any(String) },
    ])
  })

  test.each([
    ['the same record twice', [{ HubId: 'A' }, { HubId: 'A', ShopId: 'y' }], '/Pairs/1/HubId'],
    ['the same id of the shop twice', [{ HubId: 'A' }, { HubId: 'B' }], '/Pairs/1/ShopId'],
    ['no id of the shop where it is linked', [{ HubId: 'A', ShopId: null }], '/Pairs/0/ShopId'],
    ['data of more than 32 KB', [{ HubId: 'A', Data: { a: 'x'.repeat(33_000) } }], '/Pairs/0/Data'],
    ['NUL in the data', [{ HubId: 'A', Data: { lines: [{ '1': 'x\0' }] } }], '/Pairs/0/Data'],
    ['NUL in a name of the data', [{ HubId: 'A', Data: { '\0': 1 } }], '/Pairs/0/Data'],
    ['half a character in the data', [{ HubId: 'A', Data: { a: '\ud800' } }], '/Pairs/0/Data'],
    ['an unknown kind', [{ Kind: 'customer', HubId: 'A' }], '/Pairs/0/Kind'],
  ])('are refused with %s', async (_, list, at) => {
    const { path, lease } = await leasedConnection(merchant)
    const Pairs = list.map((one) => ({ Kind: 'product', ShopId: 'x', State: 'linked', ...one }))
    const { status, body } = await merchant('PUT', `${path}/pairs`, { Lease: lease, Pairs })
    expect([status, body.errors[0].path]).toEqual([400, at])
    expect(await pairs(path)).toEqual([])
  })

  test('are listed by pages and filters', async () => {
    const { path, lease } = await leasedConnection(merchant)
    // The last ones of the pages have the longest ids.
    const idOf = (index: number) => `H:${index}${index < 10 ? '' : '\u{1F600}'.repeat(251)}`
    const Pairs = Array.from({ length: 25 }, (_, index) => ({
      ...{ Kind: index < 5 ? 'order' : 'product', HubId: idOf(index), ShopId: `S${index}` },
      State: index % 5 === 0 ? 'removed' : 'linked',
    }))
    await merchant('PUT', `${path}/pairs`, { Lease: lease, Pairs })
    const ids: string[] = []
    let url: string | undefined = `${path}/pairs?pageSize=10`
    while (url !== undefined) {
      const page = await merchant('GET', url)
      ids.push(...page.body.map(({ HubId }: { HubId: string }) => HubId))
      url = /<\/v2([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
    const count = async (filter: string) =>
      (await merchant('GET', `${path}/pairs?${filter}`)).body.length
    expect(await count('kind=order')).toBe(5)
    expect(await count('state=removed')).toBe(5)
    expect(await count('hubId=H:1&hubId=H:7&hubId=H:99')).toBe(2)
    expect((await merchant('GET', `${path}/pairs?cursor=nonsense`)).status).toBe(400)
  })
})

describe('problems', () => {
  const problem = (change: object = {}) => ({
    ...{ Kind: 'product', HubId: 'MUG', Code: 'missing_sku', Message: 'No SKU.' },
    ...{ Remedy: 'Add one.', ...change },
  })

  test('of a record are replaced, keep since when, and end', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const store = async (body: object) =>
      (await merchant('PUT', `${path}/problems`, { Lease, ...body })).body
    const list = async (filter = '') => (await merchant('GET', `${path}/problems${filter}`)).body
    const other = problem({ HubId: null, ShopId: 'v-1' })
    expect(await store({ Problems: [problem(), other] })).toEqual({ Problems: 2 })
    const [first] = await list()
    expect(await store({ Problems: [problem({ Code: 'two_skus', ShopId: 'v-9' })] })).toEqual({
      Problems: 2,
    })
    const [second] = await list('?code=two_skus&kind=product')
    expect(second).toMatchObject({ Id: first.Id, Since: first.Since, ShopId: 'v-9' })
    expect(second.UpdatedAt >= first.UpdatedAt).toBe(true)
    expect((await merchant('GET', path)).body.Counts.Problems).toBe(2)
    // A record that was known by its id in the shop only gets that of the hub.
    const [since] = (await list()).filter(({ ShopId }: { ShopId: string }) => ShopId === 'v-1')
    expect(await store({ Problems: [problem({ HubId: 'CUP', ShopId: 'v-1' })] })).toEqual({
      Problems: 2,
    })
    const [named] = (await list()).filter(({ ShopId }: { ShopId: string }) => ShopId === 'v-1')
    expect(named).toMatchObject({ HubId: 'CUP', Since: since.Since })
    const Solved = [
      { Kind: 'product', HubId: 'MUG' },
      { Kind: 'order', HubId: 'none' },
    ]
    expect(await store({ Solved })).toEqual({ Problems: 1 })
    expect((await merchant('GET', path)).body.Counts.Problems).toBe(1)
  })

  test('must name one record each', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant)
    const store = async (body: object) =>
      await merchant('PUT', `${path}/problems`, { Lease, ...body })
    const unnamed = await store({ Problems: [problem({ HubId: null })] })
    expect([unnamed.status, unnamed.body.errors[0].path]).toEqual([400, '/Problems/0'])
    const twice = await store({
      Problems: [problem()],
      Solved: [{ Kind: 'product', HubId: 'MUG' }],
    })
    expect([twice.status, twice.body.errors[0].path]).toEqual([400, '/Solved/0'])
  })
})

describe('records in shops', () => {
  test('that belong to an order have a problem that says which, with its number in the shop', async () => {
    const { path, lease: Lease } = await leasedConnection(merchant, { Name: 'Numbers' })
    const Data = { reference: '#1002', lines: {} }
    const order = { Kind: 'order', HubId: '4712', ShopId: 's2', State: 'linked', Data }
    const noText = { ...order, HubId: '4713', ShopId: 's3', Data: { reference: 7 } }
    await merchant('PUT', `${path}/pairs`, { Lease, Pairs: [order, noText] })
    const words = { Code: 'x', Message: 'm', Remedy: 'r' }
    const Problems = [
      { Kind: 'shipment', ShopId: '7001', OrderId: 4712, ...words },
      { Kind: 'return', HubId: '9', OrderId: 4714, ...words },
      { Kind: 'order', HubId: '4712', ...words },
      { Kind: 'order', HubId: '4713', ...words },
      { Kind: 'product', HubId: '4712', ...words },
    ]
    await merchant('PUT', `${path}/problems`, { Lease, Problems })
    const listed = async () =>
      (await merchant('GET', `${path}/problems`)).body.map(
        (one: { Kind: string; OrderId: number | null; Reference: string | null }) => [
          ...[one.Kind, one.OrderId, one.Reference],
        ],
      )
    const expected = [
      ['shipment', 4712, '#1002'],
      ['return', 4714, null],
      ['order', null, '#1002'],
      ['order', null, null],
      ['product', null, null],
    ]
    expect(await listed()).toEqual(expected)
    // A connector that does not say it again takes nothing away.
    const again = { Kind: 'shipment', ShopId: '7001', ...words }
    await merchant('PUT', `${path}/problems`, { Lease, Problems: [again] })
    expect(await listed()).toEqual(expected)
    const found = await merchant('GET', '/connected-records?kind=return&hubId=9')
    expect(found.body[0].Problem).toMatchObject({ OrderId: 4714, Reference: null })
  })

  test('are found with their problems in all connections that the caller sees', async () => {
    const one = await leasedConnection(merchant, { Name: 'First' })
    const ChannelId = api.channel.channelId
    const two = await leasedConnection(merchant, { ...A_CHANNEL_CONNECTION, ChannelId })
    const pair = {
      Kind: 'order',
      HubId: '4711',
      ShopId: 's1',
      State: 'linked',
      Url: 'https://x.example/1',
      Data: { reference: '#1001', lines: {} },
    }
    await merchant('PUT', `${one.path}/pairs`, { Lease: one.lease, Pairs: [pair] })
    const Problem = { Kind: 'order', HubId: '4711', Code: 'x', Message: 'm', Remedy: 'r' }
    await merchant('PUT', `${two.path}/problems`, { Lease: two.lease, Problems: [Problem] })
    const url = '/connected-records?kind=order&hubId=4711&hubId=none'
    const { body } = await merchant('GET', url)
    expect(body).toEqual([
      {
        ...{ ConnectionId: one.id, ConnectionName: 'First', Shop: 'medusa', Kind: 'order' },
        ...{ HubId: '4711', ShopId: 's1', Reference: '#1001', Url: pair.Url, State: 'linked' },
        Problem: null,
      },
      {
        ...{ ConnectionId: two.id, ConnectionName: 'Shop in Antwerp', Shop: 'vendure' },
        ...{ Kind: 'order', HubId: '4711', ShopId: null, Reference: null, Url: null, State: null },
        Problem: {
          ...Problem,
          ...{
            Id: expect.any(Number),
            ShopId: null,
            ShopMessage: null,
            OrderId: null,
            Reference: null,
          },
          ...{ Since: expect.stringMatching(/^\d{4}-.*Z$/), UpdatedAt: expect.any(String) },
        },
      },
    ])
    const ids = async (send: Send) =>
      (await send('GET', url)).body.map((found: { ConnectionId: number }) => found.ConnectionId)
    expect(await ids(channel)).toEqual([two.id])
    expect(await ids(stranger)).toEqual([])
    await merchant('DELETE', one.path)
    expect(await ids(merchant)).toEqual([two.id])
  })
})

describe('connectors', () => {
  const description = {
    ...{ Title: 'Vendure 3', Roles: ['channel'], Guide: 'docs/guides/shops/vendure.md' },
    Settings: [
      { Name: 'url', Label: 'Address', Help: 'Of the shop.', Type: 'url', Required: true },
    ],
    Secrets: [{ Name: 'apiKey', Label: 'Key', Help: 'Settings, API keys.' }],
  }

  test('say what they need, to the merchant and to the channel that stored it', async () => {
    const stored = await channel('PUT', '/connectors/vendure', description)
    expect(stored.body).toEqual({
      ...description,
      Shop: 'vendure',
      Settings: [
        { ...description.Settings[0], Choices: [], Default: null, Roles: ['merchant', 'channel'] },
      ],
      Secrets: [{ ...description.Secrets[0], Required: false }],
      UpdatedAt: expect.any(String),
    })
    const other = await addChannel(api, { name: 'Third shop' })
    const theirs = await sendAsChannel(api, other.channelId)
    const titles = async (send: Send) =>
      (await send('GET', '/connectors')).body.map(({ Title }: { Title: string }) => Title)
    expect(await titles(merchant)).toEqual(['Vendure 3'])
    expect(await titles(theirs)).toEqual([])
    await merchant('PUT', '/connectors/vendure', { ...description, Title: "The merchant's" })
    for (const send of [merchant, channel, theirs])
      expect(await titles(send)).toEqual(["The merchant's"])
    expect(await titles(stranger)).toEqual([])
  })

  test('are stored up to 50 times', async () => {
    const own = await createParties(api.database, { name: 'Many connectors' })
    const send = await sendAsMerchant(api, own.customer.customerId)
    for (let count = 0; count < 50; count += 1) {
      const { status } = await send('PUT', `/connectors/shop-${count}`, description)
      expect(status).toBe(200)
    }
    const tooMany = await send('PUT', '/connectors/another', description)
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'MARKET_TOO_MANY_CONNECTORS'])
    expect((await send('PUT', '/connectors/shop-1', description)).status).toBe(200)
  })
})

describe('the overview', () => {
  test('counts connections that fail or that nobody serves, and records with problems', async () => {
    const own = await createParties(api.database, { name: 'Overview' })
    const send = await sendAsMerchant(api, own.customer.customerId)
    const figures = async () =>
      (await send('GET', '/figures/overview?sales=false')).body.Connections
    expect(await figures()).toEqual({ Failing: 0, Offline: 0, Problems: 0 })
    await send('POST', '/connections', A_CONNECTION)
    const failing = await leasedConnection(send)
    await takeLease(send, failing.path, { Failure: { Message: 'No key.', Remedy: 'Set it.' } })
    const problem = { Kind: 'order', HubId: '1', Code: 'x', Message: 'm', Remedy: 'r' }
    const Problems = [problem, { ...problem, HubId: '2' }]
    await send('PUT', `${failing.path}/problems`, { Lease: failing.lease, Problems })
    const [offline, paused] = [await leasedConnection(send), await leasedConnection(send)]
    await execute(
      api.database,
      sql`
      update marketplace.connections set lease_expires_at = now() - interval '6 minutes'
      where connection_id = any(${[offline.id, paused.id]}::bigint[])`,
    )
    await send('PATCH', paused.path, { IsPaused: true })
    expect((await send('GET', offline.path)).body).toMatchObject({ State: 'offline', Lease: null })
    expect((await send('GET', failing.path)).body.State).toBe('failing')
    expect(await figures()).toEqual({ Failing: 1, Offline: 1, Problems: 2 })
  })
})

test('what belongs to a deleted connection is not read any more', async () => {
  const { path, lease } = await leasedConnection(merchant)
  await merchant('POST', `${path}/runs`, aRun(lease))
  await merchant('DELETE', path)
  for (const part of ['pairs', 'problems', 'runs', 'runs/1'])
    expect((await merchant('GET', `${path}/${part}`)).status).toBe(404)
})
