import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type DatabaseError,
  findIncompatible,
  isUnavailable,
  listMigrations,
  type MigrationSet,
  migrate,
  migrationStatus,
  openDatabase,
  query,
  refuseStatements,
  sql,
  transaction,
} from '../src/index.ts'

let directory: string
let testDatabase: TestDatabase

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-migrate-'))
  testDatabase = await createTestDatabase()
})

afterEach(async () => {
  await testDatabase.drop()
  await rm(directory, { recursive: true, force: true })
})

async function setOf(files: Record<string, string>, name = 'shop'): Promise<MigrationSet> {
  await rm(directory, { recursive: true, force: true })
  directory = await mkdtemp(join(tmpdir(), 'entrepot-migrate-'))
  for (const [file, sql] of Object.entries(files)) await writeFile(join(directory, file), sql)
  return { name, directory }
}

const FIRST = { '0001-products.sql': 'create table products (id int primary key);' }
const SECOND = {
  '0002-prices.sql':
    'alter table products add price numeric;\ninsert into products values (1, 9.90);',
}

async function failure(promise: Promise<unknown>): Promise<DatabaseError> {
  return await promise.then(
    () => expect.fail('it succeeded'),
    (error) => error,
  )
}

test('migrations are applied once, in order, and later ones are added', async () => {
  const { database } = testDatabase
  expect(await migrate(database, await setOf(FIRST))).toEqual({ applied: ['0001-products'] })
  const both = await setOf({ ...FIRST, ...SECOND })
  expect(await migrate(database, both)).toEqual({ applied: ['0002-prices'] })
  expect(await migrate(database, both)).toEqual({ applied: [] })
  expect(await query(database, sql`select id, price from products`)).toEqual([
    { id: 1, price: '9.90' },
  ])
})

test('the status tells applied migrations from pending ones, and changes nothing', async () => {
  const { database } = testDatabase
  const both = { ...FIRST, ...SECOND }
  const pending = ['0001-products', '0002-prices']
  expect(await listMigrations(await setOf(both))).toEqual(pending)
  for (let time = 0; time < 2; time += 1) {
    expect(await migrationStatus(database, await setOf(both))).toEqual({ applied: [], pending })
  }
  await migrate(database, await setOf(FIRST))
  expect(await migrationStatus(database, await setOf(both))).toEqual({
    applied: ['0001-products'],
    pending: ['0002-prices'],
  })
  const edited = await setOf({ '0001-products.sql': 'select 1' })
  const refused = await failure(migrationStatus(database, edited))
  expect(refused.code).toBe('DATABASE_MIGRATION_CHANGED')
})

test('two sets in one database are numbered independently', async () => {
  const { database } = testDatabase
  await migrate(database, await setOf(FIRST, 'shop'))
  const other = await setOf({ '0001-people.sql': 'create table people (id int)' }, 'people')
  expect(await migrate(database, other)).toEqual({ applied: ['0001-people'] })
})

describe('a set whose first file has replaced others', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const baseline = {
    replaces: {
      '0001-products': [sha('another text'), sha(FIRST['0001-products.sql'])],
      '0002-prices': [sha(SECOND['0002-prices.sql'])],
    },
    program: 'version 9',
  }
  const setWithBaseline = async (files: Record<string, string> = {}) => ({
    ...(await setOf({
      '0001-baseline.sql': 'create table products (id int, price int)',
      ...files,
    })),
    baseline,
  })
  const recorded = sql`select number, name from entrepot.migrations order by number`

  test('adopts a database that has all of them: only the records change, once for all nodes that start', async () => {
    const { database } = testDatabase
    await migrate(database, await setOf({ ...FIRST, ...SECOND }))
    const columns = sql`select attname from pg_attribute where attrelid = 'products'::regclass and attnum > 0 order by 1`
    const before = await query(database, columns)
    const set = await setWithBaseline()
    expect(await migrationStatus(database, set)).toEqual({
      applied: [],
      pending: ['0001-baseline'],
    })
    const nodes = await Promise.all(Array.from({ length: 8 }, () => migrate(database, set)))
    expect(nodes.flatMap(({ applied }) => applied)).toEqual(['0001-baseline'])
    expect(await query(database, recorded)).toEqual([{ number: 1, name: '0001-baseline' }])
    expect(await query(database, columns)).toEqual(before)
    const later = await setWithBaseline({ '0002-more.sql': 'create table more ()' })
    expect(await migrate(database, later)).toEqual({ applied: ['0002-more'] })
  })

  test('adopts a database and applies what has come since in one transaction', async () => {
    const { database } = testDatabase
    await migrate(database, await setOf({ ...FIRST, ...SECOND }))
    const broken = await setWithBaseline({ '0002-more.sql': 'select nowhere' })
    expect((await failure(migrate(database, broken))).code).toBe('DATABASE_MIGRATION_FAILED')
    expect(await query(database, recorded)).toMatchObject([{ number: 1 }, { number: 2 }])
    const set = await setWithBaseline({ '0002-more.sql': 'create table more ()' })
    expect(await migrate(database, set)).toEqual({ applied: ['0001-baseline', '0002-more'] })
  })

  test('refuses a database that lacks some of them, and names the program to start it with', async () => {
    const { database } = testDatabase
    await migrate(database, await setOf(FIRST))
    const set = await setWithBaseline()
    const refused = {
      code: 'DATABASE_MIGRATION_OLD',
      message: expect.stringMatching(/1 of the 2 migrations.*Start it once with version 9/),
    }
    expect(await failure(migrate(database, set))).toMatchObject(refused)
    expect(await failure(migrationStatus(database, set))).toMatchObject(refused)
    expect(await query(database, recorded)).toEqual([{ number: 1, name: '0001-products' }])
  })

  test('refuses a database in which one of them had another text', async () => {
    const { database } = testDatabase
    await migrate(database, await setOf({ ...FIRST, '0002-prices.sql': 'select 1' }))
    expect((await failure(migrate(database, await setWithBaseline()))).code).toBe(
      'DATABASE_MIGRATION_CHANGED',
    )
  })
})

test('an edited, renamed or removed migration is refused', async () => {
  const { database } = testDatabase
  await migrate(database, await setOf({ ...FIRST, ...SECOND }))
  const edited = await setOf({ ...FIRST, '0002-prices.sql': 'select 1' })
  expect(await failure(migrate(database, edited))).toMatchObject({
    code: 'DATABASE_MIGRATION_CHANGED',
    message: expect.stringContaining("'0002-prices' of the set 'shop' was edited"),
  })
  const renamed = await setOf({ ...FIRST, '0002-cost.sql': SECOND['0002-prices.sql'] })
  expect(await failure(migrate(database, renamed))).toMatchObject({
    code: 'DATABASE_MIGRATION_CHANGED',
    message: expect.stringContaining("is now called '0002-cost'"),
  })
  expect(await failure(migrate(database, await setOf(FIRST)))).toMatchObject({
    code: 'DATABASE_MIGRATION_UNKNOWN',
    message: expect.stringContaining('newer than this program'),
  })
})

const EXPANDED = {
  ...FIRST,
  '0002-prices.sql': '-- compatible-from: 0001\nalter table products add price numeric;',
}
const CONTRACTED = {
  ...EXPANDED,
  '0003-no-ids.sql': '-- compatible-from: 0002\nalter table products drop column id;',
}

test('a program works with the tables of a newer one as long as the newer migrations say so', async () => {
  const { database } = testDatabase
  const known = async (count: number) => await findIncompatible(database, [{ name: 'shop', count }])
  await migrate(database, await setOf(EXPANDED))
  expect(await migrate(database, await setOf(FIRST))).toEqual({ applied: [] })
  expect((await migrationStatus(database, await setOf(FIRST))).pending).toEqual([])
  expect(await known(1)).toBeUndefined()
  expect(await findIncompatible(database, [{ name: 'other', count: 0 }])).toBeUndefined()
  await migrate(database, await setOf(CONTRACTED))
  expect(await migrate(database, await setOf(EXPANDED))).toEqual({ applied: [] })
  expect(await known(2)).toBeUndefined()
  const newer = {
    code: 'DATABASE_MIGRATION_UNKNOWN',
    message: expect.stringContaining(
      "'0003-no-ids' of the set 'shop', which needs a program with at least 2 migrations",
    ),
  }
  expect(await failure(migrate(database, await setOf(FIRST)))).toMatchObject(newer)
  expect(await failure(migrationStatus(database, await setOf(FIRST)))).toMatchObject(newer)
  expect(await known(1)).toMatchObject(newer)
})

test('records of an earlier version of the package say that no other program can work with the tables', async () => {
  const { database } = testDatabase
  await migrate(database, await setOf(EXPANDED))
  await database.query('alter table entrepot.migrations drop column compatible_from')
  expect(await findIncompatible(database, [{ name: 'shop', count: 1 }])).toMatchObject({
    code: 'DATABASE_MIGRATION_UNKNOWN',
  })
  expect((await migrate(database, await setOf(CONTRACTED))).applied).toEqual(['0003-no-ids'])
  const records = sql`select number, compatible_from as "from" from entrepot.migrations order by 1`
  expect(await query(database, records)).toEqual([
    { number: 1, from: null },
    { number: 2, from: null },
    { number: 3, from: 2 },
  ])
})

test('a file cannot be compatible only with programs that are newer than itself', async () => {
  const set = await setOf({ '0001-products.sql': '-- compatible-from: 0002\nselect 1' })
  expect((await failure(migrate(testDatabase.database, set))).code).toBe(
    'DATABASE_MIGRATION_INVALID',
  )
})

test('a pool that must not be used any longer refuses statements and transactions, and finishes what runs', async () => {
  const { url } = testDatabase
  const database = await openDatabase({ url })
  await migrate(database, await setOf(FIRST))
  const reason = (await findIncompatible(database, [{ name: 'shop', count: 0 }])) as DatabaseError
  await transaction(database, async (tx) => {
    refuseStatements(database, reason)
    await query(tx, sql`insert into products values (1)`)
  })
  expect(await failure(query(database, sql`select 1`))).toBe(reason)
  expect(await failure(transaction(database, async () => {}))).toBe(reason)
  expect(await failure(database.query('select 1'))).toBe(reason)
  expect(isUnavailable(reason)).toBe(true)
  await database.end()
  expect(await query(testDatabase.database, sql`select id from products`)).toHaveLength(1)
})

test('a file with Windows line ends counts as the same migration', async () => {
  const { database } = testDatabase
  await migrate(database, await setOf({ ...FIRST, ...SECOND }))
  const windows = SECOND['0002-prices.sql'].replaceAll('\n', '\r\n')
  const set = await setOf({ ...FIRST, '0002-prices.sql': windows })
  expect(await migrate(database, set)).toEqual({ applied: [] })
})

test.each([
  ['a gap', { ...FIRST, '0003-late.sql': 'select 1' }, "where '0003-late.sql' stands"],
  ['a double', { ...FIRST, '0001-other.sql': 'select 1' }, 'without gaps or doubles'],
  ['another file name', { '1-products.sql': 'select 1' }, 'not of the form'],
  ['an empty file', { '0001-products.sql': ' \n' }, 'is empty'],
])('a set with %s is refused before anything runs', async (_, files, reason) => {
  const error = await failure(migrate(testDatabase.database, await setOf(files)))
  expect(error.code).toBe('DATABASE_MIGRATION_INVALID')
  expect(error.message).toContain(reason)
})

test('a failing migration is rolled back completely, reported with its line, and can be corrected', async () => {
  const { database } = testDatabase
  const broken = 'create table half (id int);\n\ninsert into nowhere values (1);'
  const set = await setOf({ ...FIRST, '0002-broken.sql': broken })
  expect(await failure(migrate(database, set))).toMatchObject({
    code: 'DATABASE_MIGRATION_FAILED',
    message: expect.stringMatching(
      /'0002-broken'.*"nowhere" does not exist, line 3.*Nothing was changed/,
    ),
    cause: { code: '42P01' },
  })
  expect(await query(database, sql`select to_regclass('half') as half`)).toEqual([{ half: null }])
  const right = await setOf({ ...FIRST, '0002-right.sql': 'create table half (id int)' })
  expect(await migrate(database, right)).toEqual({ applied: ['0001-products', '0002-right'] })
})

test('a migration that commits is refused', async () => {
  const set = await setOf({ '0001-sly.sql': 'create table t (id int); commit; begin;' })
  expect((await failure(migrate(testDatabase.database, set))).message).toContain('remove commit')
})

test('a set statement in a migration has no effect on later statements of the pool', async () => {
  const { database } = testDatabase
  await migrate(database, await setOf({ '0001-path.sql': "set search_path = 'pg_catalog'" }))
  const paths = await Promise.all(
    Array.from({ length: 16 }, () =>
      query<{ path: string }>(database, sql`select current_setting('search_path') as path`),
    ),
  )
  expect(new Set(paths.map(([row]) => row?.path))).toEqual(new Set(['"$user", public']))
})
