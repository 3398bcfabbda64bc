import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { execute, migrate, openDatabase, query, sql } from '@entrepot/database'
import { createCustomer, migrations } from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { ensureSample } from '../src/sample/sample.ts'
import { spawnHub } from '../src/testing.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-hub-'))
})
afterAll(async () => await rm(directory, { recursive: true, force: true }))

const silent = pino({ level: 'silent' })
const appOn = async ({ database }: Pick<TestDatabase, 'database'>) =>
  await buildApp({ database, logger: silent, logRequests: false })

describe('health', () => {
  test('is live and ready while the database answers; when it does not, only live, and calls answer 503', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const own = await openDatabase({ url: store.url })
    const app = await appOn({ database: own })
    const status = async (path: string) => (await app.inject(path)).statusCode
    expect(await status('/health/live')).toBe(200)
    await expect.poll(() => status('/health/ready')).toBe(200)
    await own.end()
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503])
    const headers = { 'x-api-key': `ent_m1_${'A'.repeat(43)}` }
    const refused = await app.inject({ url: '/v2/orders/new', headers })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.json().code).toBe('MARKET_UNAVAILABLE')
    await app.close()
    await store.drop()
  })
})

describe('the application', () => {
  test('answers unknown and unreadable paths with problem documents that show no key', async () => {
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
      if (status === 404) expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
    await app.close()
    await store.drop()
  })

  test('answers what is no HTTP, or has too many headers, with problem documents', async () => {
    const store = await createTestDatabase({ migrations: [migrations] })
    const app = await appOn(store)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const send = async (text: string) => await textOf(connect(port, '127.0.0.1').end(text))
    const broken = await send('GET / HTTP/1.1\r\nX-Api-Key : a\r\n\r\n')
    expect(broken).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json.*"status":400}$/s)
    const large = await send(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1.1 431 .*"status":431}$/s)
    await app.close()
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
    expect(await textOf(client)).toMatch(/^HTTP\/1.1 408 Request Timeout.*"status":408}$/s)
    await app.close()
    await store.drop()
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
  test('is created once by two nodes that start at once on one database', async () => {
    const store = await createTestDatabase()
    const nodes = await Promise.all(
      ['one', 'two'].map((name) =>
        spawnHub({ env: { DATABASE_URL: store.url, ENTREPOT_DATA: join(directory, name) } }),
      ),
    )
    const [customers] = await query(
      store.database,
      sql`select count(*)::int as count from marketplace.customers`,
    )
    const [products] = await query(
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

  test('does not come into a database that has customers of its own', async () => {
    const store = await createTestDatabase()
    await migrate(store.database, migrations)
    await createCustomer(store.database, { name: 'Real', baseCurrency: 'EUR', defaultVatRate: 21 })
    expect(await ensureSample(store.database, directory)).toBeUndefined()
    const rows = await query(store.database, sql`select name from marketplace.customers`)
    expect(rows.map((row) => row.name)).toEqual(['Real'])
    await store.drop()
  })

  test('gets new keys when its file is damaged or is of another database', async () => {
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
