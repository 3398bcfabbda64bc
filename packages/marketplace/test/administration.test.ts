/** The calls with which a merchant administers its channels, keys and settings. */
import { query, sql } from '@entrepot/database'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApiKey, expectDone, SCOPES, type Scope } from '../src/index.ts'
import { anOrder, createParties, createTestApi, type TestApi } from './api.ts'

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await createTestApi()
  owner = await keyWith(SCOPES.merchant)
  const mug = { MerchantProductReference: 'MUG', Name: 'Mug' }
  await api.merchant('POST', '/v2/products', mug)
})
afterAll(async () => await api.close())
afterEach(() => void vi.useRealTimers())

/** Creates a merchant key with exactly these scopes. */
async function keyWith(scopes: readonly Scope[], customerId = api.customer.customerId) {
  const input = { kind: 'merchant' as const, label: 'Test', scopes: [...scopes] }
  return expectDone(await createApiKey(api.database, customerId, input)).key
}

const call = async (method: string, path: string, body?: unknown, key = owner) =>
  await api.merchant(method, `/v2${path}`, body, { key })
const statusWith = async (key: string) =>
  (await api.raw({ method: 'GET', url: '/v2/products/data', headers: { 'x-api-key': key } })).status

describe('channels', () => {
  test('are created with their settings, and get the selected products', async () => {
    const request = {
      Name: 'New shop',
      Mode: 'grouped',
      OffersInData: true,
      CanShipPartialOrderLines: false,
      Selection: { Products: ['MUG'] },
    }
    const created = await call('POST', '/channels', request)
    expect(created).toMatchObject({ status: 201, body: { ...request, IsActive: true } })
    const { Id } = created.body
    expect((await call('GET', `/channels/${Id}`)).body).toEqual(created.body)
    const key = { Kind: 'channel', ChannelId: Id, Label: 'Shop' }
    const { Key } = (await call('POST', '/keys', key)).body
    const data = await call('GET', '/products/data', undefined, Key)
    expect(data.body.ToBeCreated).toMatchObject([{ MerchantProductReference: 'MUG' }])
  })

  test('have unique names, also if many are created or renamed at once', async () => {
    const create = async () => (await call('POST', '/channels', { Name: 'Only one' })).status
    const created = await Promise.all(Array.from({ length: 10 }, create))
    expect(created.sort()).toEqual([201, ...Array(9).fill(409)])
    const ids: number[] = []
    for (const Name of ['R1', 'R2', 'R3', 'R4']) {
      ids.push((await call('POST', '/channels', { Name })).body.Id)
    }
    const renamed = await Promise.all(
      ids.map(async (id) => await call('PATCH', `/channels/${id}`, { Name: 'Renamed' })),
    )
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(renamed.find(({ status }) => status === 409)?.body.code).toBe('MARKET_REFERENCE_IN_USE')
  })

  test('exchange their names at once without an error of the server', async () => {
    const { Id: a } = (await call('POST', '/channels', { Name: 'Swap A' })).body
    const { Id: b } = (await call('POST', '/channels', { Name: 'Swap B' })).body
    const answers = await Promise.all([
      call('PATCH', `/channels/${a}`, { Name: 'Swap B' }),
      call('PATCH', `/channels/${b}`, { Name: 'Swap A' }),
    ])
    for (const { status } of answers) expect([200, 409]).toContain(status)
  })

  test('keep other values when one of them changes, and their products when only the name does', async () => {
    const request = { Name: 'Patched', Selection: { Products: ['MUG'] } }
    const { body } = await call('POST', '/channels', request)
    const changed = await call('PATCH', `/channels/${body.Id}`, {
      Name: 'Patched 2',
      CanShipPartialOrderLines: false,
    })
    expect(changed.body).toEqual({ ...body, Name: 'Patched 2', CanShipPartialOrderLines: false })
    const cleared = await call('PATCH', `/channels/${body.Id}`, { Selection: null })
    expect(cleared.body).toMatchObject({ Name: 'Patched 2', Selection: null })
  })

  test('refuse their keys within a second after their deletion, until they are active again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { Id } = (await call('POST', '/channels', { Name: 'Deleted' })).body
    const key = { Kind: 'channel', ChannelId: Id, Label: 'Shop' }
    const { Key } = (await call('POST', '/keys', key)).body
    const order = await call('POST', '/orders', anOrder({ ChannelReference: 'DEL-1' }), Key)
    expect(order.status).toBe(201)
    for (const _ of [1, 2]) expect((await call('DELETE', `/channels/${Id}`)).status).toBe(200)
    vi.advanceTimersByTime(1_000)
    expect(await statusWith(Key)).toBe(401)
    expect((await call('GET', `/orders/id/${order.body.Id}`)).body.ChannelName).toBe('Deleted')
    expect((await call('GET', `/channels/${Id}`)).body.IsActive).toBe(false)
    expect((await call('POST', '/channels', { Name: 'Deleted' })).status).toBe(409)
    expect((await call('PATCH', `/channels/${Id}`, { IsActive: true })).status).toBe(200)
    vi.advanceTimersByTime(1_000)
    expect(await statusWith(Key)).toBe(200)
  })
})

describe('keys', () => {
  test('show their secret once, and are listed in pages without it', async () => {
    const { customer } = await createParties(api.database, { name: 'Many keys' })
    const key = await keyWith(SCOPES.merchant, customer.customerId)
    const created = await call('POST', '/keys', { Label: 'ERP' }, key)
    expect(created).toMatchObject({
      status: 201,
      body: { Kind: 'merchant', Label: 'ERP', State: 'good', ExpiresAt: null, ReplacedBy: null },
    })
    const { Key, ...rest } = created.body
    expect(Key).toMatch(/^ent_m/)
    expect(rest.Scopes).not.toContain('keys:write')
    const one = await call('GET', `/keys/${rest.Id}`, undefined, key)
    expect(one.body).toEqual(rest)
    const labels: string[] = []
    let path: string | undefined = '/v2/keys?pageSize=2'
    while (path !== undefined) {
      const page = await api.merchant('GET', path, undefined, { key })
      expect(JSON.stringify(page.body)).not.toContain('ent_')
      labels.push(...page.body.map((item: { Label: string }) => item.Label))
      path = /^<(.*)>/.exec(String(page.headers.link))?.[1]
    }
    expect(labels).toEqual(['Merchant', 'Channel', 'Test', 'ERP'])
  })

  test('show their secret again only to a repeat with the Idempotency-Key, and the database keeps it encrypted', async () => {
    const create = async () =>
      await api.merchant(
        'POST',
        '/v2/keys',
        { Label: 'Once', Scopes: ['orders:read'] },
        {
          key: owner,
          headers: { 'idempotency-key': 'create-a-key' },
        },
      )
    const first = await create()
    expect(first.status).toBe(201)
    const kept = await query<{ body: string | null; result: Buffer }>(
      api.database,
      sql`select body, result from marketplace.idempotency_keys join marketplace.idempotency_effects using (key_hash)
      order by claimed_at desc limit 1`,
    )
    expect(kept).toEqual([{ body: null, result: expect.any(Buffer) }])
    for (const encoding of ['latin1', 'base64'] as const) {
      expect(kept[0]?.result.toString(encoding)).not.toContain('ent_m')
    }
    expect(await create()).toMatchObject({
      ...{ status: 201, body: first.body },
      headers: { 'idempotent-replayed': 'true' },
    })
    // As if the secrets of the hub had changed.
    await query(
      api.database,
      sql`update marketplace.idempotency_effects set result = set_byte(result, 20, 255 - get_byte(result, 20))`,
    )
    expect(await create()).toMatchObject({ status: 409, body: { code: 'MARKET_IDEMPOTENCY_DONE' } })
    const labels = (await call('GET', '/keys?pageSize=1000')).body
    expect(labels.filter(({ Label }: { Label: string }) => Label === 'Once')).toHaveLength(1)
  })

  test('never have more scopes than the key that creates them', async () => {
    const few = await keyWith(['keys:write', 'keys:read', 'orders:read'])
    const create = async (body: object) => await call('POST', '/keys', { Label: 'x', ...body }, few)
    expect((await create({ Scopes: ['orders:read', 'keys:read'] })).status).toBe(201)
    const wider = await create({ Scopes: ['orders:read', 'orders:write'] })
    expect(wider).toMatchObject({ status: 403, body: { code: 'MARKET_FORBIDDEN' } })
    expect(wider.body.detail).toContain('orders:write')
    // Without a list, a key has scopes that this key lacks.
    expect((await create({})).status).toBe(403)
    const ofChannel = { Kind: 'channel', ChannelId: api.channel.channelId }
    expect((await create(ofChannel)).status).toBe(403)
    const forChannels = await keyWith(['keys:write', 'channels:write'])
    const channelKey = await call('POST', '/keys', { Label: 'x', ...ofChannel }, forChannels)
    expect(channelKey.status).toBe(201)
  })

  test('cannot be widened or prolonged by a key with fewer scopes', async () => {
    const few = await keyWith(['keys:write', 'orders:read'])
    const { Id } = (await call('POST', '/keys', { Label: 'Wide', Scopes: ['settings:write'] })).body
    expect((await call('POST', `/keys/${Id}/rotate`, {}, few)).status).toBe(403)
    const expiry = { ExpiresAt: '2999-01-01T00:00:00Z' }
    expect((await call('PATCH', `/keys/${Id}`, expiry, few)).status).toBe(403)
    expect((await call('PATCH', `/keys/${Id}`, { Label: 'Renamed' }, few)).status).toBe(200)
    expect((await call('GET', `/keys/${Id}`)).body).toMatchObject({ ExpiresAt: null })
    expect((await call('DELETE', `/keys/${Id}`, undefined, few)).status).toBe(200)
  })

  test('never outlive the key that creates, rotates or prolongs them', async () => {
    const [sooner, end, later] = ['2997', '2998', '2999'].map(
      (year) => `${year}-01-01T00:00:00.000Z`,
    )
    const create = async (body: object, key?: string) =>
      await call('POST', '/keys', { Label: 'x', Scopes: ['keys:write'], ...body }, key)
    const { Id: ownId, Key: ending } = (await create({ ExpiresAt: end })).body
    for (const body of [{}, { ExpiresAt: later }]) {
      const refused = await create(body, ending)
      expect(refused).toMatchObject({ status: 403, body: { code: 'MARKET_FORBIDDEN' } })
      expect(refused.body.detail).toContain(end)
    }
    const { status, body } = await create({ ExpiresAt: sooner }, ending)
    expect([status, body.ExpiresAt]).toEqual([201, sooner])
    const prolong = async (id: number, ExpiresAt: string | null | undefined) =>
      (await call('PATCH', `/keys/${id}`, { ExpiresAt }, ending)).status
    expect(await prolong(body.Id, null)).toBe(403)
    expect(await prolong(body.Id, later)).toBe(403)
    expect(await prolong(body.Id, end)).toBe(200)
    const { Id: eternal } = (await create({})).body
    expect((await call('POST', `/keys/${eternal}/rotate`, {}, ending)).status).toBe(403)
    // Its end comes closer, though it is still behind that of the other key.
    expect(await prolong(eternal, later)).toBe(200)
    const successor = await call('POST', `/keys/${ownId}/rotate`, {}, ending)
    expect([successor.status, successor.body.ExpiresAt]).toEqual([201, end])
  })

  test('are rotated with an overlap, once even if many rotate at once', async () => {
    const { Id, Key } = (await call('POST', '/keys', { Label: 'Old', Scopes: ['orders:read'] }))
      .body
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await call('POST', `/keys/${Id}/rotate`, {})),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const next = answers.find(({ status }) => status === 201)?.body
    expect(next).toMatchObject({ Label: 'Old', Scopes: ['orders:read'], ExpiresAt: null })
    const old = (await call('GET', `/keys/${Id}`)).body
    expect(old).toMatchObject({ State: 'good', ReplacedBy: next.Id })
    for (const key of [Key, next.Key]) {
      expect((await call('GET', '/orders/new', undefined, key)).status).toBe(200)
    }
    const longer = await call('PATCH', `/keys/${Id}`, { ExpiresAt: null })
    expect(longer).toMatchObject({ status: 409, body: { code: 'MARKET_REFERENCE_IN_USE' } })
  })

  test('that are revoked stay revoked', async () => {
    const { Id, Key } = (await call('POST', '/keys', { Label: 'Gone', Scopes: ['orders:read'] }))
      .body
    for (const _ of [1, 2]) expect((await call('DELETE', `/keys/${Id}`)).status).toBe(200)
    expect((await call('GET', '/orders/new', undefined, Key)).status).toBe(401)
    const expiry = { ExpiresAt: '2999-01-01T00:00:00Z' }
    expect((await call('PATCH', `/keys/${Id}`, expiry)).status).toBe(409)
    expect((await call('POST', `/keys/${Id}/rotate`, {})).status).toBe(409)
    expect((await call('GET', `/keys/${Id}`)).body.State).toBe('revoked')
  })

  test('are refused with the names of the wire', async () => {
    const refused = await call('POST', '/keys', {
      Label: 'x',
      Kind: 'channel',
      ExpiresAt: '2001-01-01T00:00:00Z',
      Scopes: ['orders:write'],
    })
    const paths = refused.body.errors.map(({ path }: { path: string }) => path)
    expect([refused.status, ...paths]).toEqual([400, '/ExpiresAt', '/ChannelId', '/Scopes/0'])
  })
})

describe('the settings of the customer', () => {
  test('are read and changed', async () => {
    const { customer } = await createParties(api.database, { name: 'Before' })
    const key = await keyWith(SCOPES.merchant, customer.customerId)
    const read = await call('GET', '/customer', undefined, key)
    expect(read.body).toMatchObject({
      Name: 'Before',
      BaseCurrency: 'EUR',
      UnsellableLines: 'flag',
      HandlingDays: 2,
    })
    const change = { Name: 'After', BaseCurrency: 'GBP', DefaultVatRate: 20, HandlingDays: 0 }
    const changed = await call('PATCH', '/customer', change, key)
    expect(changed).toMatchObject({ status: 200, body: { ...read.body, ...change } })
    expect((await call('PATCH', '/customer', {}, key)).status).toBe(400)
    expect((await call('PATCH', '/customer', { HandlingDays: 366 }, key)).status).toBe(400)
  })

  test('include the sender on packing slips and the languages, which can be removed again', async () => {
    const change = {
      SenderName: 'Corner shop',
      SenderAddress: 'Harbour street 1\n1011 AB Amsterdam',
      Languages: ['nl', 'de'],
    }
    const changed = await call('PATCH', '/customer', change)
    expect(changed).toMatchObject({ status: 200, body: change })
    const named = await call('PATCH', '/customer', { SenderName: 'Shop' })
    expect(named.body).toMatchObject({ ...change, SenderName: 'Shop' })
    for (const Languages of [['NL'], ['nld'], ['nl', 'nl'], []]) {
      expect((await call('PATCH', '/customer', { Languages })).status).toBe(400)
    }
    const removed = { SenderName: null, SenderAddress: null, Languages: null }
    expect((await call('PATCH', '/customer', removed)).body).toMatchObject(removed)
  })

  test('include a base currency that orders fix', async () => {
    const order = anOrder({ ChannelReference: 'FIX-1' })
    expect((await api.channelCall('POST', '/v2/orders', order)).status).toBe(201)
    const answer = await call('PATCH', '/customer', { BaseCurrency: 'GBP' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'MARKET_CUSTOMER_HAS_ORDERS' } })
  })
})

describe('administration', () => {
  const CALLS: [method: string, path: string, scope: Scope, body?: unknown][] = [
    ['POST', '/channels', 'channels:write', { Name: 'Isolated' }],
    ['DELETE', '/channels/1', 'channels:write'],
    ['GET', '/keys', 'keys:read'],
    ['GET', '/keys/1', 'keys:read'],
    ['POST', '/keys', 'keys:write', { Label: 'x' }],
    ['PATCH', '/keys/1', 'keys:write', { Label: 'x' }],
    ['DELETE', '/keys/1', 'keys:write'],
    ['POST', '/keys/1/rotate', 'keys:write', {}],
    ['GET', '/customer', 'settings:read'],
    ['PATCH', '/customer', 'settings:write', { Name: 'x' }],
    ['GET', '/rates', 'settings:read'],
    ['PUT', '/rates', 'settings:write', [{ CurrencyCode: 'USD', Date: '2026-01-01', Rate: 1.1 }]],
    ['DELETE', '/rates/USD/2026-01-01', 'settings:write'],
    ['GET', '/figures/overview', 'orders:read'],
    ['GET', '/search?q=x', 'orders:read'],
  ]

  test.each(CALLS)(
    '%s %s needs the scope %s, and refuses channels',
    async (method, path, scope, body) => {
      const without = SCOPES.merchant.filter((name) => name !== scope)
      // Of figures and searches, any scope that reads one of their parts is sufficient.
      const isShared = path.startsWith('/figures') || path.startsWith('/search')
      const key = await keyWith(isShared ? ['products:write'] : without)
      expect((await call(method, path, body, key)).status).toBe(403)
      expect((await call(method, path, body, api.channelKey)).status).toBe(403)
      expect((await api.raw({ method: method as 'GET', url: `/v2${path}` })).status).toBe(401)
    },
  )
})
