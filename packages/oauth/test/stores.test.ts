import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { memoryStore } from '@entrepot/oauth/memory'
import {
  listMigrations,
  migrate,
  migrateTo,
  migrationStatus,
  postgresStore,
} from '@entrepot/oauth/postgres'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../src/store/migrations.ts'
import { startApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { createDatabase, openPool } from './support/database.ts'
import { describeTables } from './support/describe-tables.ts'
import { startHostileProvider } from './support/hostile-provider.ts'
import { describeStore } from './support/store-contract.ts'

describeStore('memory', async () => ({ store: memoryStore(), close: async () => {} }))

describeStore('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  return {
    store: sqliteStore(join(folder, 'oauth.db')),
    close: async () => rmSync(folder, { recursive: true }),
  }
})

describeStore('PostgreSQL', async () => {
  const database = await createDatabase()
  return { store: postgresStore(database.pool), close: () => database.drop() }
})

test('ten nodes that start at once on an empty database set the tables up once', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  await Promise.all(Array.from({ length: 10 }, () => postgresStore(pool).prepare()))
  expect(await sql`select number, name from oauth.migrations order by number`).toEqual(
    await recordsOf('postgres'),
  )
})

test('ten nodes that register clients at once never store more than the limit', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const nodes = Array.from({ length: 10 }, () => postgresStore(pool))
  await nodes[0]?.prepare()
  const create = async (clientId: string, node = nodes[0]) =>
    await node?.mcp.clients.create(
      { clientId, secretHash: null, registrationHash: 'hash', metadata: '{}', issuedAt: 0 },
      3_600,
      5,
    )
  const created = Array.from({ length: 100 }, async (_, index) => {
    return await create(`client-${index}`, nodes[index % 10])
  })
  expect(await Promise.all(created)).not.toContain(false)
  expect(await sql`select count(*)::int from oauth.platform_oauth_mcp_clients`).toEqual([
    { count: 5 },
  ])
})

test('work that PostgreSQL ends because of a deadlock is repeated, and takes effect once', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const store = postgresStore(pool)
  await store.prepare()
  // A sequence keeps its value when a transaction is rolled back, so the first three attempts of each fail.
  await pool.query(`
    create sequence attempts;
    create function deadlock() returns trigger language plpgsql as $$ begin
      if nextval('attempts') % 4 <> 0 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger deadlock after insert or delete on oauth.mcp_auth_codes for each row execute function deadlock()`)
  const person = { sub: 'ann', clientId: 'robot', resource: 'https://shop.example/mcp' }
  const granted = { ...person, redirectUri: 'x', codeChallenge: 'x', offline: true }
  await store.mcp.grants.saveCode(
    { ...granted, codeHash: 'code', scope: 'write', authentication: null },
    3_600,
  )
  const connection = { ...person, clientName: 'Robot', redirectHost: 'x', scope: 'read' }
  await store.mcp.connections.remember(connection, ['write'], 3_600)
  expect(await sql`select from oauth.mcp_auth_codes`).toEqual([])
  expect(await sql`select last_value::int as attempts from attempts`).toEqual([{ attempts: 8 }])
  expect(await store.mcp.connections.find(person)).toMatchObject({ scope: 'read' })
})

test('a client whose deletion fails in PostgreSQL keeps what it has, until it is deleted with all of that', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const store = postgresStore(pool)
  await store.prepare()
  const { clients, connections } = store.mcp
  const client = { clientId: 'robot', secretHash: null, registrationHash: 'hash', metadata: '{}' }
  await clients.create({ ...client, issuedAt: 0 }, 3_600, 5)
  const connection = { sub: 'ann', clientId: 'robot', resource: 'https://shop.example/mcp' }
  const shown = { clientName: 'Robot', redirectHost: 'x', scope: 'read' }
  await connections.remember({ ...connection, ...shown }, [], 3_600)
  await pool.query('alter table oauth.mcp_audit add constraint none check (false) not valid')
  await expect(clients.delete('robot')).rejects.toThrow()
  expect(await clients.find('robot')).toBeDefined()
  expect(await connections.find(connection)).toBeDefined()
  await pool.query('alter table oauth.mcp_audit drop constraint none')
  expect(await clients.delete('robot')).toBe(true)
  expect(await connections.find(connection)).toBeUndefined()
  expect(await sql`select id from oauth.mcp_revocations`).toEqual([{ id: 'client:robot' }])
})

test('a role that may not create the schema is told what to grant', async () => {
  const { pool, url, drop } = await createDatabase()
  onTestFinished(drop)
  const role = new URL(url).pathname.slice(1)
  await pool.query(`create role ${role}`)
  onTestFinished(async () => void (await pool.query(`drop role ${role}`)))
  const asRole = openPool(url, { options: `-c role=${role}` })
  onTestFinished(async () => await asRole.end())
  await expect(postgresStore(asRole).prepare()).rejects.toMatchObject({
    code: 'OAUTH_STORE_RIGHT',
    message: expect.stringContaining('Grant CREATE on the database'),
  })
})

test('a role that owns the schema need not be allowed to create one', async () => {
  const { pool, url, drop } = await createDatabase()
  onTestFinished(drop)
  const role = new URL(url).pathname.slice(1)
  await pool.query(`create role ${role}; create schema oauth authorization ${role}`)
  const asRole = openPool(url, { options: `-c role=${role}` })
  await postgresStore(asRole).prepare()
  await asRole.end()
  await pool.query(`drop owned by ${role} cascade; drop role ${role}`)
})

test('a database that a newer version has used is refused, unless the newer version says that this one can use it', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const store = postgresStore(pool)
  await store.prepare()
  const known = await listMigrations()
  await sql`insert into oauth.migrations (number, name, compatible_from) values (98, '0098-future', ${known.length})`
  await store.prepare()
  expect(await migrationStatus(pool)).toEqual({ known, pending: [] })
  await sql`insert into oauth.migrations (number, name) values (99, '0099-future')`
  await expect(store.prepare()).rejects.toMatchObject({ code: 'OAUTH_STORE_VERSION' })
  await expect(migrationStatus(pool)).rejects.toMatchObject({ code: 'OAUTH_STORE_VERSION' })
})

const SQLITE_BASELINE = new URL('../migrations/sqlite/0001-baseline.sql', import.meta.url)

/** The records of all files of a store. */
async function recordsOf(store: 'postgres' | 'sqlite') {
  return (await readMigrations(store)).map(({ number, name }) => ({ number, name }))
}

/** The files before the baseline, of which the first is recognised by its name. */
const REPLACED = ['0001-login', ...Array.from({ length: 8 }, (_, index) => `000${index + 2}-step`)]

test('tables of all files before the baseline are adopted by nodes that start at once, and nothing but the records changes', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const client = await pool.connect()
  await migrateTo(client, { newest: 9, first: '0001-login' })
  client.release()
  await sql`truncate oauth.migrations`
  await sql`alter table oauth.migrations drop column compatible_from`
  await sql`insert into oauth.migrations (number, name) select n, name from unnest(${REPLACED}::text[]) with ordinality as t (name, n)`
  await sql`insert into oauth.mcp_revocations (id, expires_at) values ('kept', now())`
  expect((await migrationStatus(pool)).pending).toEqual(await listMigrations())
  const nodes = await Promise.all(Array.from({ length: 10 }, () => migrate(pool)))
  expect(nodes.flat()).toEqual(await listMigrations())
  expect(await sql`select number, name from oauth.migrations order by number`).toEqual(
    await recordsOf('postgres'),
  )
  expect(await sql`select id from oauth.mcp_revocations`).toEqual([{ id: 'kept' }])
})

test('tables that lack some of the files before the baseline are refused', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const client = await pool.connect()
  const old = {
    code: 'OAUTH_STORE_OLD',
    message: expect.stringMatching(/they have 8 of the 9 migrations.*commit [0-9a-f]{40}/),
  }
  await expect(migrateTo(client, { newest: 8, first: '0001-login' })).rejects.toMatchObject(old)
  client.release()
  await migrate(pool)
  await sql`truncate oauth.migrations`
  await sql`insert into oauth.migrations (number, name) select n, name from unnest(${REPLACED.slice(0, 8)}::text[]) with ordinality as t (name, n)`
  await expect(migrate(pool)).rejects.toMatchObject(old)
  await expect(postgresStore(pool).prepare()).rejects.toMatchObject(old)
})

test('a SQLite file of all files before the baseline is adopted, and one that lacks some is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'oauth.db')
  const db = new DatabaseSync(file)
  onTestFinished(() => db.close())
  db.exec(readFileSync(SQLITE_BASELINE, 'utf8'))
  db.exec('create table migrations (number integer primary key, name text) strict')
  const record = (names: readonly string[]) => {
    db.exec('delete from migrations')
    for (const [index, name] of names.entries()) {
      db.prepare('insert into migrations (number, name) values (?, ?)').run(index + 1, name)
    }
  }
  record(REPLACED.slice(0, 8))
  await expect(sqliteStore(file).prepare()).rejects.toMatchObject({ code: 'OAUTH_STORE_OLD' })
  record(REPLACED)
  await sqliteStore(file).prepare()
  const stored = db.prepare('select number, name from migrations order by number').all()
  expect(stored).toMatchObject(await recordsOf('sqlite'))
})

test('the baseline of SQLite makes the tables that the files before it have made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const db = new DatabaseSync(join(folder, 'oauth.db'))
  onTestFinished(() => db.close())
  db.exec('create table migrations (number integer primary key, name text) strict')
  db.exec(readFileSync(SQLITE_BASELINE, 'utf8'))
  await expect(describeTables(db)).toMatchFileSnapshot('fixtures/sqlite-tables.txt')
})

test('a user whose id PostgreSQL does not take, or is very long, signs in all the same', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const idp = await startHostileProvider()
  onTestFinished(() => idp.close())
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  let user = ''
  const shop = await startApp({
    oauth: { store: postgresStore(pool), providers: { acme } },
    setUp: (app) => app.oauth.registerHooks({ onLogin: async () => ({ user }) }),
  })
  onTestFinished(() => shop.close())
  const long = 'x'.repeat(10_000)
  for (user of ['ann\0', 'ann\ud800', long]) {
    const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
    expect(page.json.user).toBe(user)
    await shop.app.oauth.endSignIns(user)
  }
  const left = await sql<{ user: string }>`select user_id as user from oauth.logins`
  expect(left.map((row) => row.user)).toEqual(['', ''])
})

test('a claim that PostgreSQL refuses fails alone, whatever else shares its statement', async () => {
  const { pool, sql, drop } = await createDatabase()
  onTestFinished(drop)
  const store = postgresStore(pool)
  await store.prepare()
  const claims = Array.from({ length: 40 }, (_, number) => ({
    clientId: number % 10 === 3 ? 'no text\0of PostgreSQL' : `client-${number}`,
    assertionHash: `hash-${number}`,
    ttlSeconds: 60,
    issued: { jti: `jti-${number}`, scope: 'read', aud: 'https://shop.example/mcp' },
  }))
  const settled = await Promise.allSettled(
    claims.map((claim) => store.mcp.grants.claimAssertion(claim)),
  )
  const expected = claims.map(({ clientId }) =>
    clientId.includes('\0') ? { status: 'rejected' } : { status: 'fulfilled', value: true },
  )
  expect(settled).toMatchObject(expected)
  expect(await sql`select client_id, detail from oauth.mcp_audit order by client_id`).toEqual(
    claims
      .filter(({ clientId }) => !clientId.includes('\0'))
      .map(({ clientId, issued }) => ({ client_id: clientId, detail: issued }))
      .sort((a, b) => (a.client_id < b.client_id ? -1 : 1)),
  )
})

test('two processes share a file of SQLite: a state goes to one of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrepot-oauth-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one, two] = [sqliteStore(join(folder, 'a.db')), sqliteStore(join(folder, 'a.db'))]
  await Promise.all([one.prepare(), two.prepare()])
  await one.csrf.save('hash', 'data', 60)
  expect(await Promise.all([two.csrf.claim('hash'), one.csrf.claim('hash')])).toEqual([
    'data',
    undefined,
  ])
})
