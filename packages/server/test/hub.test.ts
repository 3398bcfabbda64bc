import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  execute,
  executeScript,
  migrate,
  openDatabase,
  query,
  queryFirst,
  queryOne,
  sql,
} from '@entrepot/database'
import {
  type ChannelIds,
  type Customer,
  createCustomer,
  expectDone,
  getOfferRules,
  getProductListings,
  getSyncStatus,
  listChannels,
  listCustomers,
  listHeld,
  listOrderEvents,
  listOrders,
  listOverrides,
  migrations,
} from '@entrepot/marketplace'
import {
  createTestDatabase,
  startForTests,
  type TestDatabase,
} from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/host/app.ts'
import { Readiness } from '../src/host/health.ts'
import { limitBodies } from '../src/host/limit-bodies.ts'
import { weekendAfter } from '../src/host/sample/offers.ts'
import { ensureSample, ensureSampleOrders, type SampleKeys } from '../src/host/sample/sample.ts'
import { spawnHub } from '../src/testing.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-hub-'))
})
afterAll(async () => await rm(directory, { recursive: true, force: true }))

const silent = pino({ level: 'silent' })
const appOn = async ({ database }: Pick<TestDatabase, 'database'>) =>
  await buildApp({ database, logger: silent })

describe('health', () => {
  test('is live and ready while the database answers; otherwise only live, and calls are answered with 503', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const own = await openDatabase({ url: store.url })
    const app = await appOn({ database: own })
    const status = async (path: string) => (await app.inject(path)).statusCode
    expect(await status('/health/live')).toBe(200)
    await expect.poll(() => status('/health/ready')).toBe(200)
    await own.end()
    await expect.poll(() => status('/health/ready')).toBe(503)
    expect(await status('/health/live')).toBe(200)
    const headers = { 'x-api-key': `ent_m1_${'A'.repeat(43)}` }
    const refused = await app.inject({ url: '/v2/orders/new', headers })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.json().code).toBe('MARKET_UNAVAILABLE')
    await app.close()
    await store.drop()
  })
})

describe('ready', () => {
  const statusOf = async (app: Awaited<ReturnType<typeof appOn>>) => {
    const answer = await app.inject('/health/ready')
    return [answer.statusCode, answer.json().status]
  }

  test('is false for a read-only database, as after a failover', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const own = await openDatabase({ url: store.url })
    const app = await appOn({ database: own })
    const setReadOnly = async (value: 'on' | 'off') => {
      const { name } = await queryOne<{ name: string }>(
        store.database,
        sql`select quote_ident(current_database()) as name`,
      )
      await executeScript(
        store.database,
        `set transaction read write; alter database ${name} set default_transaction_read_only = ${value}`,
      )
      // The setting holds for new connections.
      await execute(
        store.database,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
      )
    }
    await expect.poll(() => statusOf(app)).toEqual([200, 'ok'])
    await setReadOnly('on')
    await expect.poll(() => statusOf(app)).toEqual([503, 'database takes no writes'])
    await setReadOnly('off')
    await expect.poll(() => statusOf(app)).toEqual([200, 'ok'])
    await app.close()
    await own.end()
    await store.drop()
  })

  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'is false for a database with a full disk, before a file has to grow',
    async () => {
      // A server of its own: one that cannot write a file stops making checkpoints for all its databases.
      const postgres = await startForTests({ directory: join(directory, 'full') })
      const admin = await openDatabase({ url: postgres.url })
      const disk = await mountSmallDisk(admin)
      try {
        await executeScript(admin, `create tablespace small location '${disk.folder}'`)
        await executeScript(admin, 'create database small tablespace small')
        const own = await openDatabase({ url: new URL('/small', postgres.url).href })
        const app = await appOn({ database: own })
        await expect.poll(() => statusOf(app)).toEqual([200, 'ok'])
        await executeScript(own, 'create table filler (text text)')
        // Ever smaller, until nothing is left of the disk.
        for (const count of [10_000, 1_000, 100, 8]) {
          await expect(fillDisk(own, count)).rejects.toMatchObject({ code: '53100' })
        }
        await expect.poll(() => statusOf(app)).toEqual([503, 'database takes no writes'])
        await executeScript(own, 'drop table filler')
        await expect.poll(() => statusOf(app)).toEqual([200, 'ok'])
        await app.close()
        await own.end()
        await executeScript(admin, 'drop database small')
      } finally {
        await admin.end()
        await postgres.stop()
        await disk.unmount()
      }
    },
  )

  test('checks the database at most once per second', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const own = await openDatabase({ url: store.url })
    let now = 0
    const readiness = new Readiness(own, () => now)
    expect(await readiness.status()).toBe('ok')
    await own.end()
    now = 999
    expect(await readiness.status()).toBe('ok')
    now = 1_000
    expect(await readiness.status()).toBe('database unreachable')
    await store.drop()
  })
})

async function fillDisk(database: TestDatabase['database'], count: number): Promise<never> {
  for (;;) {
    await execute(
      database,
      sql`insert into filler select repeat('x', 1000) from generate_series(1, ${count}::integer)`,
    )
  }
}

/** A disk of a few megabytes that belongs to PostgreSQL. */
async function mountSmallDisk(database: TestDatabase['database']) {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-disk-'))
  const { data } = await queryOne<{ data: string }>(
    database,
    sql`select current_setting('data_directory') as data`,
  )
  const { uid, gid } = await stat(data)
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'entrepot', folder])
  await chown(folder, uid, gid)
  return {
    folder,
    async unmount() {
      await promisify(execFile)('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}

describe('the application', () => {
  test('answers unknown and unreadable paths with problem documents that contain no key', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    for (const [path, status] of [
      ['/nowhere?apikey=secret', 404],
      ['/v2/products/%E0%A4%A?apikey=secret', 400],
      ['/%?apikey=secret', 400],
    ] as const) {
      const answer = await app.inject(path)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        status,
        'application/problem+json; charset=utf-8',
      ])
      expect(answer.body).not.toContain('secret')
      const { requestId } = answer.json()
      expect([requestId.length, answer.headers['request-id']]).toEqual([36, requestId])
      if (status === 404) expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
    await app.close()
    await store.drop()
  })

  test('answers each request with its Request-Id, which is also in its log lines', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    let log = ''
    const write = (line: string) => {
      log += line
    }
    const logger = pino({ level: 'debug' }, { write })
    const app = await buildApp({ database: store.database, logger, logRequests: 'debug' })
    for (const [index, path] of ['/health/live', '/v2/orders/new', '/', '/nowhere'].entries()) {
      const id = `request.${index}_A`
      const answer = await app.inject({ path, headers: { 'request-id': id } })
      expect(answer.headers['request-id']).toBe(id)
      const lines = log.split('\n').filter((line) => line.includes(`"requestId":"${id}"`))
      expect(lines.length).toBeGreaterThan(0)
    }
    await app.close()
    await store.drop()
  })

  test('answers unknown paths with a page if a browser opens them, except those of the API', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    const open = async (path: string) =>
      await app.inject({ path, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    const page = await open('/nowhere?apikey=secret')
    expect(page.statusCode).toBe(404)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('Page not found')
    expect(page.body).not.toContain('secret')
    const api = await open('/v2/nowhere')
    expect(api.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    await app.close()
    await store.drop()
  })

  test('answers invalid HTTP and too many headers with problem documents', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const send = async (text: string) => await textOf(connect(port, '127.0.0.1').end(text))
    const broken = await send('GET / HTTP/1.1\r\nX-Api-Key : a\r\n\r\n')
    expect(broken).toMatch(
      /^HTTP\/1.1 400 .*application\/problem\+json.*"status":400,"requestId":"([-\w]{36})"}$/s,
    )
    expect(/\nRequest-Id: (.*)\r/.exec(broken)?.[1]).toBe(/"requestId":"(.*)"}/.exec(broken)?.[1])
    const large = await send(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1.1 431 .*"status":431,"requestId":"[-\w]{36}"}$/s)
    await app.close()
    await store.drop()
  })

  test('refuses unknown expectations, and keeps the connection', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const answers = await textOf(
      connect(port, '127.0.0.1').end(
        'POST /v2/orders HTTP/1.1\r\nHost: x\r\nExpect: x\r\nRequest-Id: my-request\r\nContent-Length: 2\r\n\r\n{}' +
          'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ),
    )
    expect(answers).toMatch(
      /^HTTP\/1.1 417 .*application\/problem\+json.*"status":417,"requestId":"my-request"}HTTP\/1.1 200/s,
    )
    await app.close()
    await store.drop()
  })

  test('accepts JSON on other paths within the limits of the API', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    const headers = { 'content-type': 'application/json' }
    const send = async (payload: string) =>
      await app.inject({ method: 'POST', url: '/nowhere', headers, payload })
    expect((await send('['.repeat(1_000_000))).json()).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('nested deeper'),
    })
    expect((await send('{}')).statusCode).toBe(404)
    await app.close()
    await store.drop()
  })

  test('answers requests that arrive on an open connection while it closes', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const client = connect(port, '127.0.0.1')
    let received = ''
    client.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    client.write('POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n')
    client.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n')
    await expect.poll(() => received).toContain('100 Continue')
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    client.write('{}GET /v2/orders HTTP/1.1\r\nHost: x\r\n\r\n')
    await Promise.all([closed, once(client, 'close')])
    expect(received).toMatch(/404 Not Found.*401 Unauthorized.*"code":"MARKET_UNAUTHENTICATED"/s)
    expect(received).not.toContain('"error"')
    await store.drop()
  })

  test('answers a request that does not arrive in time with 408', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const client = connect(port, '127.0.0.1')
    const [socket] = await once(app.server, 'connection')
    client.write('POST /v2/orders HTTP/1.1\r\n')
    // What Node raises when `requestTimeout` has passed; it looks every half minute only.
    app.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    expect(await textOf(client)).toMatch(
      /^HTTP\/1.1 408 Request Timeout.*"status":408,"requestId":"[-\w]{36}"}$/s,
    )
    await app.close()
    await store.drop()
  })

  test('cuts off a body that does not arrive, except where files are received', async () => {
    const app = Fastify()
    limitBodies(app, 20, (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'))
    app.post('/orders', async () => 'received')
    app.post('/files', { handlerTimeout: 600_000 }, async () => 'received')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const post = (path: string) => {
      const client = connect(port, '127.0.0.1')
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nx`,
      )
      return client
    }
    const file = post('/files')
    expect(await textOf(post('/orders'))).toMatch(/^HTTP\/1.1 408/)
    file.write('y')
    expect(await textOf(file)).toMatch(/^HTTP\/1.1 200.*received$/s)
    await app.close()
  })

  test('works again after the server has ended all its connections', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const sample = await ensureSample(store.database, directory)
    const app = await appOn(store)
    const headers = { 'x-api-key': sample?.merchantKey ?? '' }
    const read = async () => await app.inject({ url: '/v2/orders/new', headers })
    expect((await read()).statusCode).toBe(200)
    const admin = await openDatabase({ url: store.url, maxConnections: 1 })
    await execute(
      admin,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await admin.end()
    await expect.poll(async () => (await read()).statusCode).toBe(200)
    await app.close()
    await store.drop()
  })
})

describe('the sample', () => {
  test('is created once by two nodes that start at the same time on one database', async () => {
    const store = await createTestDatabase()
    const nodes = await Promise.all(
      ['one', 'two'].map((name) =>
        spawnHub({ env: { DATABASE_URL: store.url, ENTREPOT_DATA: join(directory, name) } }),
      ),
    )
    const customers = await queryFirst(
      store.database,
      sql`select count(*)::int as count from marketplace.customers`,
    )
    const products = await queryFirst(
      store.database,
      sql`select count(*)::int as count from marketplace.products`,
    )
    expect([customers?.count, products?.count]).toEqual([1, 42])
    for (const node of nodes) {
      const answer = await fetch(`${node.url}/v2/orders/new?apikey=${node.merchantKey}`)
      expect(answer.status).toBe(200)
      expect(await node.end()).toBe(0)
    }
    await store.drop()
  })

  describe('with orders', () => {
    let store: TestDatabase
    let customer: Customer
    beforeAll(async () => {
      store = await createTestDatabase({ migrations: [migrations] })
      const folder = await mkdtemp(join(directory, 'orders-'))
      const keys = (await ensureSample(store.database, folder)) as SampleKeys
      const create = async () => await ensureSampleOrders(store.database, keys)
      await Promise.all([create(), create()])
      ;[customer] = (await listCustomers(store.database)) as [Customer]
    })
    afterAll(async () => await store.drop())

    test('has those of the last 60 days in every state, which are created once', async () => {
      const { orders } = await listOrders(store.database, customer, {}, 1_000)
      const statuses = new Set(orders.map(({ Status }) => Status))
      expect([...statuses].toSorted()).toEqual([
        'CANCELED',
        'IN_BACKORDER',
        'IN_PROGRESS',
        'NEW',
        'REQUIRES_CORRECTION',
        'RETURNED',
        'SHIPPED',
      ])
      const days = new Set(orders.map(({ CreatedAt }) => CreatedAt.toISOString().slice(0, 10)))
      expect([days.size > 50, new Set(orders.map(({ Id }) => Id)).size]).toEqual([
        true,
        orders.length,
      ])
      for (const { Id, OrderDate, CreatedAt, UpdatedAt } of orders) {
        expect([CreatedAt, UpdatedAt <= new Date()]).toEqual([OrderDate, true])
        const { events } = await listOrderEvents(store.database, customer, Id, undefined, 100)
        const times = events.map(({ OccurredAt }) => OccurredAt)
        expect([times[0], times]).toEqual([OrderDate.toISOString(), times.toSorted()])
        expect(events.every(({ Actor }) => Actor.Kind === 'key')).toBe(true)
      }
      const returns = await query<{ open: boolean }>(
        store.database,
        sql`select accepted + rejected < quantity as open from marketplace.fulfilment_lines where accepted is not null`,
      )
      expect(new Set(returns.map(({ open }) => open))).toEqual(new Set([true, false]))
    })

    test('has the events of its orders in the order of their times', async () => {
      const events = await query<{ at: Date }>(
        store.database,
        sql`select occurred_at as at from marketplace.events where subject_kind = 'order' order by customer_id, event_id`,
      )
      const times = events.map(({ at }) => at.getTime())
      expect(times.length).toBeGreaterThan(500)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    })

    test('each channel has sold at the price that it was offered', async () => {
      const { orders } = await listOrders(store.database, customer, {}, 1_000)
      const pricesAt = (name: string) => {
        const lines = orders.filter((one) => one.ChannelName === name).flatMap((one) => one.Lines)
        const sold = lines.filter((line) => line.MerchantProductReference === 'BAG-SAND')
        return [...new Set(sold.map(({ UnitPriceInclVat }) => Number(UnitPriceInclVat)))]
      }
      expect([pricesAt('Web shop'), pricesAt('Marketplace')]).toEqual([[39], [45.95]])
    })

    test('has channels with rules of their own, a product that is short, a guarded price and a sale', async () => {
      const { database } = store
      const { customerId } = customer
      const [shop, market] = (await listChannels(database, customerId)).map(({ channelId }) => ({
        customerId,
        channelId,
      })) as [ChannelIds, ChannelIds]
      const versions = [shop, market].map(
        async (ids) => expectDone(await getOfferRules(database, ids)).Version,
      )
      expect(await Promise.all(versions)).toEqual([1, 1])
      const listings = expectDone(
        await getProductListings(database, customer, 'BAG-SAND', undefined),
      )
      const sentences = listings.map(
        ({ Explanation }) => `${Explanation?.Price} ${Explanation?.Stock}`,
      )
      expect(sentences).toEqual([
        expect.stringMatching(/^Price 39 EUR\..* 2 kept back/),
        expect.stringMatching(/commission of 15%.* 45\.95\. .* \d+ available\.$/),
      ])
      const { offers } = await listHeld(database, customerId, { kind: 'guarded' }, 10)
      expect(offers).toMatchObject([
        { ChannelName: 'Marketplace', MerchantProductReference: 'POSTER', Decision: null },
      ])
      const { orders } = await listOrders(database, customer, { isShort: true }, 10)
      expect(orders.map(({ Status }) => Status)).toEqual(['NEW'])
      const { overrides } = expectDone(await listOverrides(database, shop, {}, 10))
      for (const { From } of overrides) expect(new Date(From as string).getUTCDay()).toBe(6)
      expect(overrides).toHaveLength(2)
      expect(await getSyncStatus(database, market)).toMatchObject({ Listed: 42, Offers: 0 })
    })
  })

  test.each([
    ['2026-11-26T23:59:59Z', '2026-11-28'],
    ['2026-11-27T00:00:00Z', '2026-11-28'],
    ['2026-11-28T00:00:00Z', '2026-12-05'],
    ['2026-11-29T12:00:00Z', '2026-12-05'],
  ])('has a sale of the next weekend: at %s that begins on %s', (now, saturday) => {
    const { From, Until } = weekendAfter(new Date(now))
    expect(From).toBe(`${saturday}T00:00:00.000Z`)
    expect(Date.parse(Until) - Date.parse(From)).toBe(2 * 86_400_000)
  })

  test('has pictures of its products, which the hub serves', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const folder = await mkdtemp(join(directory, 'pictures-'))
    const publicUrl = 'https://hub.example'
    const { merchantKey } = (await ensureSample(store.database, folder, {
      publicUrl,
    })) as SampleKeys
    const app = await appOn(store)
    const read = async (url: string) =>
      await app.inject({ url, headers: { 'x-api-key': merchantKey } })
    const products: { readonly ImageUrl: string | null }[] = (
      await read('/v2/products?pageSize=100')
    ).json()
    expect(products).toHaveLength(42)
    const bodies = new Set<string>()
    for (const { ImageUrl } of products) {
      expect(ImageUrl).toMatch(/^https:\/\/hub\.example\/sample-pictures\//)
      const picture = await read((ImageUrl as string).slice(publicUrl.length))
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(picture.headers['content-security-policy']).toBe("default-src 'none'")
      bodies.add(picture.body)
    }
    expect(bodies.size).toBeGreaterThanOrEqual(19)
    for (const unknown of ['OTHER', '__proto__', 'MUG%00', '-']) {
      expect((await read(`/sample-pictures/${unknown}.svg`)).statusCode).toBe(404)
    }
    await app.close()
    await store.drop()
  })

  test('is not created in a database with other customers', async () => {
    const store = await createTestDatabase()
    await migrate(store.database, migrations)
    expectDone(
      await createCustomer(store.database, {
        name: 'Real',
        baseCurrency: 'EUR',
        defaultVatRate: 21,
      }),
    )
    expect(await ensureSample(store.database, directory)).toBeUndefined()
    const rows = await query(store.database, sql`select name from marketplace.customers`)
    expect(rows.map((row) => row.name)).toEqual(['Real'])
    await store.drop()
  })

  test('gets new keys if its file is damaged or belongs to another database', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const folder = await mkdtemp(join(directory, 'keys-'))
    const first = await ensureSample(store.database, folder)
    expect(await ensureSample(store.database, folder)).toEqual(first)
    await writeFile(join(folder, 'sample-keys.json'), '{}')
    const second = await ensureSample(store.database, folder)
    expect(second?.merchantKey).not.toBe(first?.merchantKey)
    const other = await createTestDatabase({ migrations: [migrations] })
    const third = await ensureSample(other.database, folder)
    expect(third?.merchantKey).not.toBe(second?.merchantKey)
    await other.drop()
    await store.drop()
  })
})
