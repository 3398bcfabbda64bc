import type { Database } from '@entrepot/database'
import { openDatabase, query, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitAddresses, marketplace, migrations } from '../src/index.ts'
import { createLimiter, type Subject, type TakeRequest } from '../src/kit/limits/limiter.ts'
import type { Limits, Policy } from '../src/kit/limits/policies.ts'
import { addressKey } from '../src/kit/limits/rules.ts'
import { leasePortions, removeEndedWindows } from '../src/kit/limits/store.ts'
import { addChannel, createTestApi, type TestApi } from './api.ts'

const HOUR = 3_600

describe('a limiter', () => {
  let store: TestDatabase
  beforeAll(async () => {
    store = await createTestDatabase({ migrations: [migrations] })
  })
  afterAll(async () => await store.drop())

  const nodeOf = (database: Database, now?: () => number): TakeRequest =>
    createLimiter({
      database,
      onUnreachable: (error) => {
        throw error
      },
      ...(now && { now }),
    })

  async function countAllowed(
    takes: readonly TakeRequest[],
    subject: Subject,
    policy: Policy,
    count: number,
  ) {
    let allowed = 0
    const worker = async (worker: number) => {
      for (let number = worker; number < count; number += 32) {
        const take = takes[number % takes.length] as TakeRequest
        if ((await take(subject, policy)).isAllowed) allowed += 1
      }
    }
    await Promise.all(Array.from({ length: 32 }, (_, index) => worker(index)))
    return allowed
  }

  test.each([1_000, 10_000])(
    'lets %i requests pass on two nodes together, with an error below 10 per cent',
    async (requests) => {
      const subject = { customerId: '1', name: `two nodes ${requests}` }
      const policy = { name: 'write', requests, seconds: HOUR }
      const nodes = [nodeOf(store.database), nodeOf(store.database)]
      const allowed = await countAllowed(nodes, subject, policy, requests * 2)
      expect(allowed).toBeGreaterThan(requests * 0.9)
      expect(allowed).toBeLessThan(requests * 1.1)
    },
  )

  test('lets nearly all requests pass on one node, although another one has taken a few', async () => {
    const subject = { customerId: '1', name: 'mostly one' }
    const policy = { name: 'write', requests: 1_000, seconds: HOUR }
    const [busy, idle] = [nodeOf(store.database), nodeOf(store.database)]
    const few = await countAllowed([idle], subject, policy, 30)
    const many = await countAllowed([busy], subject, policy, 2_000)
    expect(few).toBe(30)
    expect(few + many).toBeGreaterThan(900)
    expect(few + many).toBeLessThan(1_100)
  })

  test('is exact for small limits, on two nodes with many requests at once', async () => {
    const subject = { customerId: '1', name: 'small' }
    const policy = { name: 'bulk', requests: 7, seconds: HOUR }
    const nodes = [nodeOf(store.database), nodeOf(store.database)]
    expect(await countAllowed(nodes, subject, policy, 64)).toBe(7)
  })

  test('counts subjects and policies of their own', async () => {
    const node = nodeOf(store.database)
    const policy = { name: 'bulk', requests: 2, seconds: HOUR }
    const subject = { customerId: '1', name: 'own' }
    expect(await countAllowed([node], subject, policy, 5)).toBe(2)
    expect(await countAllowed([node], { ...subject, customerId: '2' }, policy, 5)).toBe(2)
    expect(await countAllowed([node], { ...subject, name: 'other' }, policy, 5)).toBe(2)
    expect(await countAllowed([node], subject, { ...policy, name: 'sync' }, 5)).toBe(2)
  })

  test('needs one statement for many requests', async () => {
    const subject = { customerId: '1', name: 'statements' }
    const policy = { name: 'read', requests: 100_000, seconds: HOUR }
    let statements = 0
    const counting = new Proxy(store.database, {
      get(target, name) {
        if (name === 'connect') statements += 1
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const take = nodeOf(counting)
    expect(await countAllowed([take], subject, policy, 20_000)).toBe(20_000)
    // A portion has 2,000 requests.
    expect(statements).toBeGreaterThan(5)
    expect(statements).toBeLessThan(20)
  })

  test('shares what a window has left among the requests of one statement', async () => {
    const request = {
      ...{
        customerId: '1',
        subject: 'ab'.repeat(32),
        policy: 'write',
        requests: 10,
        seconds: HOUR,
      },
      wanted: 6,
    }
    const other = { ...request, subject: 'cd'.repeat(32) }
    const leases = await leasePortions(store.database, [request, other, request, request])
    expect(leases.map((lease) => [lease?.granted, lease?.remaining])).toEqual([
      [6, 0],
      [6, 4],
      [4, 0],
      [0, 0],
    ])
  })

  test('begins again after the window, and removes windows that have ended', async () => {
    const subject = { customerId: '1', name: 'windows' }
    const policy = { name: 'bulk', requests: 3, seconds: HOUR }
    let time = 0
    const node = nodeOf(store.database, () => time)
    expect(await countAllowed([node], subject, policy, 5)).toBe(3)
    time += HOUR * 1000 + 1
    await query(
      store.database,
      sql`update marketplace.rate_windows set ends_at = clock_timestamp() - interval '1 s' where policy = 'bulk'`,
    )
    expect(await countAllowed([node], subject, policy, 5)).toBe(3)
    expect(await removeEndedWindows(store.database, 1)).toBe(1)
    await removeEndedWindows(store.database, 1_000)
    expect(await removeEndedWindows(store.database, 1_000)).toBe(0)
    // The window that has begun is kept.
    expect(await countAllowed([nodeOf(store.database)], subject, policy, 5)).toBe(0)
  })

  test('lets requests pass while its store cannot be reached, and reports it once a minute', async () => {
    const other = await createTestDatabase({ migrations: [migrations] })
    await query(other.database, sql`drop table marketplace.rate_windows`)
    const reports: unknown[] = []
    let time = 0
    let passed = 0
    const take = createLimiter({
      database: other.database,
      onUnreachable: (error, count) => reports.push([error instanceof Error, count]),
      onPassed: () => {
        passed += 1
      },
      now: () => time,
    })
    const subject = { customerId: '1', name: 'unreachable' }
    const policy = { name: 'bulk', requests: 2, seconds: HOUR }
    try {
      for (let number = 0; number < 20; number += 1) {
        expect(await take(subject, policy)).toEqual({ isAllowed: true })
        time += 1_001
      }
      expect(reports).toEqual([[true, 0]])
      time += 60_000
      await take(subject, policy)
      expect(passed).toBe(21)
      expect(reports).toEqual([
        [true, 0],
        [true, 20],
      ])
    } finally {
      await other.drop()
    }
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::9', '2001:db8:0:1::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['@socket', 'unknown'],
])('the address %s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

describe('the API', () => {
  let api: TestApi
  const closers: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(async () => {
    for (const close of closers) await close()
    await api.close()
  })

  async function startNode(limits: Partial<Limits>) {
    const database = await openDatabase({ url: api.url, maxConnections: 4 })
    const app = Fastify({ trustProxy: '127.0.0.1' })
    await app.register(marketplace, { database, limits })
    closers.push(
      async () => await app.close(),
      async () => await database.end(),
    )
    return async (method: string, path: string, key: string, headers = {}) =>
      await app.inject({
        method: method as 'GET',
        url: `/v2${path}`,
        headers: { 'x-api-key': key, ...headers },
      })
  }

  test('answers with the limit of the class, and what is left of it', async () => {
    const answer = await api.merchant('GET', '/v2/channels')
    expect(answer.headers['ratelimit-policy']).toBe('"read";q=120000;w=60')
    expect(answer.headers.ratelimit).toMatch(/^"read";r=\d+;t=\d+$/)
    const written = await api.merchant('DELETE', '/v2/products/NONE')
    expect(written.headers['ratelimit-policy']).toBe('"write";q=60000;w=60')
    const many = await api.merchant('PUT', '/v2/offers', [])
    expect(many.headers['ratelimit-policy']).toBe('"bulk";q=6000;w=60')
    const polled = await api.channelCall('GET', '/v2/products/data')
    expect(polled.headers['ratelimit-policy']).toBe('"sync";q=60000;w=60')
  })

  test('refuses a principal above its limit with 429, and no other principal', async () => {
    const { key } = await addChannel(api, { name: 'Limited' })
    const call = await startNode({ sync: { requests: 3, seconds: HOUR } })
    const answers = []
    for (let number = 0; number < 4; number += 1)
      answers.push(await call('GET', '/products/data', key))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429])
    expect(answers.map((answer) => String(answer.headers.ratelimit).split(';')[1])).toEqual([
      'r=2',
      'r=1',
      'r=0',
      'r=0',
    ])
    const refused = answers[3]
    expect(refused?.json().code).toBe('MARKET_RATE_LIMITED')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(HOUR - 60)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(HOUR)
    expect((await call('GET', '/products/data', api.channelKey)).statusCode).toBe(200)
    // Other classes of the same principal have limits of their own.
    expect((await call('POST', '/orders', key)).statusCode).toBe(400)
    // All nodes share the limit.
    const other = await startNode({ sync: { requests: 3, seconds: HOUR } })
    expect((await other('GET', '/products/data', key)).statusCode).toBe(429)
  })

  test('counts calls that the scopes of a principal do not permit', async () => {
    const { key } = await addChannel(api, { name: 'Knocking' })
    const call = await startNode({ write: { requests: 3, seconds: HOUR } })
    const statuses = []
    for (let number = 0; number < 4; number += 1)
      statuses.push((await call('POST', '/shipments', key)).statusCode)
    expect(statuses).toEqual([403, 403, 403, 429])
    expect((await call('POST', '/shipments', api.merchantKey)).statusCode).not.toBe(429)
  })

  test('has no limit for a class with 0 requests', async () => {
    const call = await startNode({ read: { requests: 0, seconds: 60 } })
    const answer = await call('GET', '/channels', api.merchantKey)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['ratelimit-policy']).toBeUndefined()
  })

  test('refuses a flood of wrong keys from an address with 429, and still takes good keys from it', async () => {
    const call = await startNode({ unauthenticated: { requests: 5, seconds: HOUR } })
    const wrong = async (address: string) =>
      (await call('GET', '/channels', 'ent_m1_wrong', { 'x-forwarded-for': address })).statusCode
    const statuses = await Promise.all(Array.from({ length: 50 }, () => wrong('203.0.113.1')))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
    const good = await call('GET', '/channels', api.merchantKey, {
      'x-forwarded-for': '203.0.113.1',
    })
    expect(good.statusCode).toBe(200)
    expect(await wrong('203.0.113.2')).toBe(401)
    // Addresses with the same first 64 bits count as one.
    for (let number = 1; number <= 5; number += 1)
      expect(await wrong(`2001:db8:0:1::${number}`)).toBe(401)
    expect(await wrong('2001:db8:0:1:ffff::1')).toBe(429)
    expect(await wrong('2001:db8:0:2::1')).toBe(401)
  })

  test('limits routes of the host by address', async () => {
    const app = Fastify()
    limitAddresses(app, {
      database: api.database,
      name: 'token',
      limit: { requests: 2, seconds: HOUR },
      isCounted: ({ url }) => url === '/token',
    })
    app.get('/token', async () => 'token')
    app.get('/other', async () => 'other')
    closers.push(async () => await app.close())
    const statusOf = async (url: string) => (await app.inject(url)).statusCode
    expect([await statusOf('/token'), await statusOf('/token'), await statusOf('/token')]).toEqual([
      200, 200, 429,
    ])
    expect(await statusOf('/other')).toBe(200)
  })
})
