import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@entrepot/oauth/memory'
import { postgresStore } from '@entrepot/oauth/postgres'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './support/database.ts'
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
  return { store: postgresStore(database.sql), close: () => database.drop() }
})

test('ten nodes that start at once on an empty database set the tables up once', async () => {
  const { sql, drop } = await createDatabase()
  onTestFinished(drop)
  await Promise.all(Array.from({ length: 10 }, () => postgresStore(sql).prepare()))
  expect(await sql`select number, name from oauth.migrations`).toEqual([
    { number: 1, name: '0001-login' },
    { number: 2, name: '0002-mcp' },
  ])
})

test('a role that may not create the schema is told what to grant', async () => {
  const { sql, url, drop } = await createDatabase()
  onTestFinished(drop)
  const role = new URL(url).pathname.slice(1)
  await sql.unsafe(`create role ${role} login password 'x'`)
  onTestFinished(async () => void (await sql.unsafe(`drop role ${role}`)))
  const failure = sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${role}`)
    const asRole = Object.assign(tx, { begin: (work: (t: typeof tx) => unknown) => work(tx) })
    await postgresStore(asRole as never).prepare()
  })
  await expect(failure).rejects.toMatchObject({
    code: 'OAUTH_STORE_RIGHT',
    message: expect.stringContaining('Grant CREATE on the database'),
  })
})

test('a role that owns the schema need not be allowed to create one', async () => {
  const { sql, url, drop } = await createDatabase()
  onTestFinished(drop)
  const role = new URL(url).pathname.slice(1)
  await sql.unsafe(`create role ${role}; create schema oauth authorization ${role}`)
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${role}`)
    const asRole = Object.assign(tx, { begin: (work: (t: typeof tx) => unknown) => work(tx) })
    await postgresStore(asRole as never).prepare()
  })
  await sql.unsafe(`drop owned by ${role} cascade; drop role ${role}`)
})

test('a database that a newer version has used is refused', async () => {
  const { sql, drop } = await createDatabase()
  onTestFinished(drop)
  const store = postgresStore(sql)
  await store.prepare()
  await sql`insert into oauth.migrations (number, name) values (99, '0099-future')`
  await expect(store.prepare()).rejects.toMatchObject({ code: 'OAUTH_STORE_VERSION' })
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
