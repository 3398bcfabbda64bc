import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from '@entrepot/test-support/folders'
import { failureOf } from '@entrepot/test-support/outcomes'
import {
  createTestDatabase,
  runSql,
  startForTests,
  type TestDatabase,
} from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openChecked } from '../src/connection/open-database.ts'
import { executeScript, migrate, openDatabase, query, sql } from '../src/index.ts'
import { reloadConfiguration } from './support.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})

afterAll(() => testDatabase.drop())

function urlWith(change: (url: URL) => void): string {
  const url = new URL(testDatabase.url)
  change(url)
  return url.href
}

/** A role that owns nothing, until the test ends; returns the URL to log in with it. */
async function createRole(name: string, attributes = ''): Promise<string> {
  const { database } = testDatabase
  await executeScript(database, `create role ${name} login ${attributes} password 'secret-of-role'`)
  onTestFinished(async () => {
    await executeScript(database, `drop owned by ${name}; drop role ${name}`)
  })
  return urlWith((url) => {
    url.username = name
    url.password = 'secret-of-role'
  })
}

test('no server at the port: unreachable, with the address and what to check', async () => {
  // A port that was free a moment ago may be somebody's by now.
  const url = 'postgres://hub:secret@127.0.0.1:1/shop'
  expect(await failureOf(openDatabase({ url }))).toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringMatching(/127.0.0.1:1\/shop as hub \(ECONNREFUSED\).*firewall/),
  })
})

test('an unknown host: unreachable', async () => {
  const url = 'postgres://hub:secret@nowhere.invalid/shop'
  expect((await failureOf(openDatabase({ url }))).code).toBe('DATABASE_UNREACHABLE')
})

test('a server that accepts connections and does not answer: unreachable after the connect timeout', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `postgres://hub:secret@127.0.0.1:${port}/shop?sslmode=disable`
  const begin = performance.now()
  const error = await failureOf(openDatabase({ url, connectTimeout: 300 }))
  expect(error).toMatchObject({
    code: 'DATABASE_UNREACHABLE',
    message: expect.stringContaining('timeout expired'),
  })
  expect(performance.now() - begin).toBeLessThan(8_000) // and not after the ten seconds of the default
})

test('a wrong password, or a role that does not exist: wrong password', async () => {
  const wrong = urlWith((url) => {
    url.password = 'wrong'
  })
  expect((await failureOf(openDatabase({ url: wrong }))).code).toBe('DATABASE_WRONG_PASSWORD')
  const unknown = urlWith((url) => {
    url.username = 'nobody_here'
  })
  expect((await failureOf(openDatabase({ url: unknown }))).code).toBe('DATABASE_WRONG_PASSWORD')
})

test('a database that does not exist: not found, with the statement to create it', async () => {
  const url = urlWith((it) => {
    it.pathname = '/nowhere'
  })
  expect(await failureOf(openDatabase({ url }))).toMatchObject({
    code: 'DATABASE_NOT_FOUND',
    message: expect.stringContaining('CREATE DATABASE "nowhere" OWNER "entrepot"'),
  })
})

test('an older server: wrong version, with both versions', async () => {
  const error = await failureOf(openChecked({ url: testDatabase.url }, 990_000))
  expect(error.code).toBe('DATABASE_WRONG_VERSION')
  expect(error.message).toMatch(/is PostgreSQL 18\.\d+.*; 99 or newer is needed/)
})

test('an encoding that cannot store every text: wrong encoding', async () => {
  const name = `latin_${process.pid}`
  await executeScript(
    testDatabase.database,
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  onTestFinished(
    async () => void (await executeScript(testDatabase.database, `drop database ${name}`)),
  )
  const url = urlWith((it) => {
    it.pathname = `/${name}`
  })
  expect((await failureOf(openDatabase({ url }))).code).toBe('DATABASE_WRONG_ENCODING')
})

test('a standby or another read-only database: read only', async () => {
  const other = await createTestDatabase()
  onTestFinished(() => other.drop())
  const name = new URL(other.url).pathname.slice(1)
  await executeScript(
    other.database,
    `alter database ${name} set default_transaction_read_only = on`,
  )
  const error = await failureOf(openDatabase({ url: other.url }))
  expect(error).toMatchObject({
    code: 'DATABASE_READ_ONLY',
    message: expect.stringContaining('primary'),
  })
})

test('a role that may not create schemas: missing right, with the statements that grant it', async () => {
  const url = await createRole('guest')
  const error = await failureOf(openDatabase({ url }))
  expect(error.code).toBe('DATABASE_MISSING_RIGHT')
  const [, grants = ''] = /run: (.*)\.$/.exec(error.message) ?? []
  expect(grants).toContain('GRANT CREATE ON DATABASE')
  await executeScript(testDatabase.database, grants)
  const database = await openDatabase({ url, maxConnections: 1 })
  onTestFinished(() => database.end())
  const directory = new URL('fixtures/migrations/', import.meta.url)
  expect(await migrate(database, { name: 'guest', directory })).toEqual({
    applied: ['0001-things'],
  })
})

test('a role that may not connect: missing right', async () => {
  const other = await createTestDatabase()
  onTestFinished(() => other.drop())
  const name = new URL(other.url).pathname.slice(1)
  await executeScript(other.database, `revoke connect on database ${name} from public`)
  const roleUrl = new URL(await createRole('outsider'))
  roleUrl.pathname = `/${name}`
  expect(await failureOf(openDatabase({ url: roleUrl.href }))).toMatchObject({
    code: 'DATABASE_MISSING_RIGHT',
    message: expect.stringContaining(`GRANT CONNECT, CREATE ON DATABASE "${name}"`),
  })
})

test('a role that may not create the migrations table: missing right, from migrate as well', async () => {
  const url = await createRole('reader')
  await executeScript(testDatabase.database, 'grant create on schema public to reader')
  const name = new URL(url).pathname.slice(1)
  await executeScript(testDatabase.database, `grant create on database ${name} to reader`)
  const database = await openDatabase({ url, maxConnections: 1 })
  onTestFinished(() => database.end())
  await executeScript(
    testDatabase.database,
    `revoke create on database ${name} from reader; drop schema if exists entrepot cascade`,
  )
  const directory = new URL('fixtures/migrations/', import.meta.url)
  const error = await failureOf(migrate(database, { name: 'reader', directory }))
  expect(error.code).toBe('DATABASE_MISSING_RIGHT')
})

test('no free connection: too many connections', async () => {
  const url = await createRole('crowd', 'connection limit 0')
  expect((await failureOf(openDatabase({ url }))).code).toBe('DATABASE_TOO_MANY_CONNECTIONS')
})

test('a role or address that the server does not allow: missing right', async () => {
  const url = await createRole('locked_out')
  await executeScript(testDatabase.database, 'alter role locked_out nologin')
  const error = await failureOf(openDatabase({ url }))
  expect(error).toMatchObject({
    code: 'DATABASE_MISSING_RIGHT',
    message: expect.stringContaining('pg_hba.conf'),
  })
})

test.each([
  ['nonsense', 'not a URL'],
  ['mysql://hub@db/shop', 'must begin with postgres://'],
  ['postgres://db/shop', 'has no user'],
  ['postgres://hub:pa%ss@db/shop', 'percent-encoding'],
  ['postgres://hub:s3cret@one:5432,two:5432/shop', 'target_session_attrs=read-write'],
  ['postgres://hub:s3cret@one,,two/shop?target_session_attrs=read-write', 'empty'],
  ['postgres://hub:s3cret@one,two:x/shop?target_session_attrs=read-write', 'not a URL'],
  ['postgres://hub:s3cret@/shop?host=one,two', 'host1,host2'],
  ['postgres://hub:s3cret@one/shop?target_session_attrs=standby', 'read-write'],
  ['postgres://hub:s3cret@db/shop?sslmode=maybe', "sslmode 'maybe'"],
  ['postgres://hub:s3cret@db/shop?pgbouncer=true', "'pgbouncer' is not supported"],
  ['postgres://hub:s3cret@db/shop?port=0', "port '0'"],
  ['postgres://hub:s3cret@db/shop?connect_timeout=soon', "connect_timeout 'soon'"],
])('the URL %s is refused with the reason', async (url, reason) => {
  const error = await failureOf(openDatabase({ url }))
  expect(error.code).toBe('DATABASE_BAD_URL')
  expect(error.message).toContain(reason)
})

test('a Unix-domain socket can be the host, in both spellings of libpq', async () => {
  const directory = await temporaryDirectory()
  const data = join(directory, 'postgres')
  const server = await startForTests({ directory, settings: { unix_socket_directories: data } })
  onTestFinished(() => server.stop())
  const access = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
  await writeFile(join(data, 'pg_hba.conf'), `${access.join('\n')}\n`)
  await reloadConfiguration(server.url)
  const { password, port } = new URL(server.url)
  for (const url of [
    `postgres://entrepot:${password}@/entrepot?host=${data}&port=${port}`,
    `postgres://entrepot:${password}@${encodeURIComponent(data)}:${port}/entrepot`,
  ]) {
    const rows = await runSql(url, 'select inet_server_addr() as address')
    expect(rows).toEqual([{ address: null }])
  }
})

test('values of PostgreSQL are read without loss', async () => {
  const rows = await runSql(
    testDatabase.url,
    `select 12345678901234567890.10::numeric as amount, 9007199254740993::int8 as big,
            '2026-01-02T03:04:05+02'::timestamptz as at`,
  )
  expect(rows).toEqual([
    {
      amount: '12345678901234567890.10',
      big: '9007199254740993',
      at: new Date('2026-01-02T01:04:05Z'),
    },
  ])
})

test('arrays can be sent and read, also over connections that are opened later', async () => {
  const { database } = testDatabase
  const names = ['a', 'b "c"', 'd,e']
  const all = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const [row] = await query<{ pid: number }>(
        database,
        sql`
        select ${names}::text[] as names, array[1, 2] as numbers, 2 = any(${[1, 2]}) as found,
               pg_backend_pid() as pid, pg_sleep(0.01)::text as pause`,
      )
      return row
    }),
  )
  for (const row of all) expect(row).toMatchObject({ names, numbers: [1, 2], found: true })
  expect(new Set(all.map((row) => row?.pid)).size).toBeGreaterThan(4)
})
