/** Nodes that run while a newer release migrates their database. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute, listMigrations, type MigrationSet, migrate, query, sql } from '@entrepot/database'
import { migrations } from '@entrepot/marketplace'
import { listMigrations as listOAuthMigrations } from '@entrepot/oauth/postgres'
import { deleteDirectory, makeDirectory } from '@entrepot/test-support/folders'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { hubMigrations } from '../src/database/migrations.ts'
import { listTables } from '../src/operations/backup/store.ts'
import { type LocalHub, runEntrepot, startHubHere } from '../src/testing.ts'
import { makeMainCalls } from './main-calls.ts'

let folder: string
beforeAll(async () => {
  folder = await makeDirectory()
})
afterAll(async () => await deleteDirectory(folder))

let store: TestDatabase
let hub: LocalHub
const env = (name = 'data') => ({
  DATABASE_URL: store.url,
  ENTREPOT_DATA: join(folder, name),
  ENTREPOT_SECRET: 's'.repeat(40),
  ENTREPOT_CONFIG: join(folder, 'entrepot.yaml'),
  NODE_ENV: 'development',
})
beforeEach(async () => {
  await writeFile(join(folder, 'entrepot.yaml'), 'mcp: {enabled: true}\n')
  store = await createTestDatabase()
  hub = await startHubHere(env())
  return async () => {
    await hub.end()
    await store.drop()
  }
})

/** Applies one more migration of a set, as a newer release does. */
async function migrateAsNewer(set: MigrationSet, text: string): Promise<void> {
  const directory = join(folder, `${set.name}-newer`)
  await mkdir(directory, { recursive: true })
  await cp(fileURLToPath(set.directory), directory, { recursive: true })
  const number = (await listMigrations(set)).length + 1
  await writeFile(join(directory, `${String(number).padStart(4, '0')}-newer.sql`), text)
  await migrate(store.database, { ...set, directory })
}

/** What the next release may do to every table: new columns, with and without a default, and an index. */
async function expandTables(): Promise<string> {
  const tables = await listTables(store.database)
  return tables
    .filter(({ name }) => !/^entrepot\.|\.migrations$/.test(name))
    .map(
      ({ name }, index) => `
      alter table ${name} add column newer_note text, add column newer_count integer not null default 0;
      create index newer_${index} on ${name} (newer_note);`,
    )
    .join('')
}

/** The line with which a migration says that nodes of this version serve on. */
const compatible = async (set: MigrationSet) => {
  const { length } = await listMigrations(set)
  return `-- compatible-from: ${String(length).padStart(4, '0')}\n`
}

const ready = async ({ url }: LocalHub) => {
  const response = await fetch(`${url}/health/ready`)
  return { status: response.status, body: await response.json() }
}

test('a node serves on while and after a newer release adds to every table, and so does one that starts then', async () => {
  await makeMainCalls(hub, 'BEFORE')
  const text = (await compatible(migrations)) + (await expandTables())
  await Promise.all([migrateAsNewer(migrations, text), makeMainCalls(hub, 'DURING')])
  await migrateAsNewer(hubMigrations, `${await compatible(hubMigrations)}select 1`)
  await execute(
    store.database,
    sql`insert into oauth.migrations (number, name, compatible_from) values (99, '0099-newer', ${(await listOAuthMigrations()).length}::int)`,
  )
  await makeMainCalls(hub, 'AFTER')
  expect(await ready(hub)).toEqual({ status: 200, body: { status: 'ok' } })
  const second = await startHubHere(env('second'))
  onTestFinished(async () => void (await second.end()))
  await makeMainCalls({ ...hub, url: second.url }, 'STARTED')
  expect((await runEntrepot(['migrate'], env())).code).toBe(0)
  const added = await runEntrepot(['members', 'add', 'ann@example.com', '--customer', '1'], env())
  expect(added.code).toBe(0)
  expect(hub.log()).not.toContain('no longer serves')
})

test('a node whose tables a newer release has taken away answers nothing but 503 from the first request on, and says why', async () => {
  const { merchantKey } = hub
  const call = async (path: string, accept = '*/*') => {
    const headers = { 'x-api-key': merchantKey ?? '', accept }
    const response = await fetch(`${hub.url}${path}`, { headers })
    const text = await response.text()
    return { status: response.status, retry: response.headers.get('retry-after'), text }
  }
  expect((await call('/v2/orders')).status).toBe(200)
  await migrateAsNewer(migrations, 'alter table marketplace.orders rename to renamed')
  // Nobody has told the node; its statement fails, and it looks why.
  for (const path of ['/v2/orders', '/v2/products/MUG', '/', '/oauth/dev/login', '/nowhere']) {
    const answer = await call(path)
    expect([path, answer.status, answer.retry]).toEqual([path, 503, '1'])
    expect(answer.text).toContain('The database is newer than this program')
  }
  expect((await call('/', 'text/html')).text).toMatch(/<h1>This node is out of date<\/h1>/)
  expect(await ready(hub)).toEqual({
    status: 503,
    body: {
      status: 'database is newer',
      detail: expect.stringContaining("-newer' of the set 'marketplace'"),
    },
  })
  expect((await call('/health/live')).status).toBe(200)
  await expect.poll(() => hub.log()).toContain('this node no longer serves')
  for (const command of [['keys', 'list', '--customer', '1'], ['migrate'], ['start', '--json']]) {
    const { code, stderr } = await runEntrepot(command, env())
    expect([command, code, stderr]).toEqual([
      ...[
        command,
        1,
        expect.stringMatching(/Start the newer version.*\n\(DATABASE_MIGRATION_UNKNOWN\)\n$/),
      ],
    ])
  }
})

test('a node finds out by itself that a newer release has changed the tables of the sign-in, and stops its work', async () => {
  await execute(
    store.database,
    sql`insert into oauth.migrations (number, name, compatible_from) values (99, '0099-newer', 99)`,
  )
  await expect.poll(() => hub.log()).toContain('this node no longer serves')
  expect((await fetch(`${hub.url}/v2/orders`)).status).toBe(503)
  expect((await ready(hub)).body).toMatchObject({ status: 'database is newer' })
  const statements = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'entrepot' and pid <> pg_backend_pid() and state <> 'idle'`
  await expect.poll(() => query(store.database, statements)).toEqual([{ count: 0 }])
})
