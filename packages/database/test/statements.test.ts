/** Single statements: their limit of time, conflicts, and clients on which an application runs a transaction of its own. */
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  execute,
  executeScript,
  executeText,
  isUnavailable,
  query,
  queryFirst,
  type Session,
  sql,
  transaction,
} from '../src/index.ts'
import { networkTo } from './network.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  // A sequence keeps its value when a transaction is rolled back, so the first three attempts of each insert fail.
  await executeScript(
    testDatabase.database,
    `create table things (id int primary key);
    create sequence attempts;
    create function conflict() returns trigger language plpgsql as $$ begin
      if nextval('attempts') % 4 <> 0 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger conflict after insert on things for each row execute function conflict()`,
  )
})

afterAll(() => testDatabase.drop())

const LOST = { code: 'DATABASE_CONNECTION_LOST' }

test('a statement that PostgreSQL ends because of a deadlock is sent again, and takes effect once', async () => {
  const { database } = testDatabase
  expect(await execute(database, sql`insert into things values (1)`)).toBe(1)
  expect(await query(database, sql`select id from things`)).toEqual([{ id: 1 }])
})

test('a script is not sent again, because it may have committed a part of itself', async () => {
  const script = 'begin; select 1; commit; insert into things values (2)'
  const run = executeScript(testDatabase.database, script)
  await expect(run).rejects.toMatchObject({ code: '40P01' })
  await executeText(testDatabase.database, `select setval('attempts', 4)`)
})

test('a statement without an answer fails after its limit, and its connection is not used again', async () => {
  const network = await networkTo(testDatabase.url)
  const pool = new Pool({ connectionString: network.url, max: 1 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const pid = sql`select pg_backend_pid() as pid`
  const before = await query<{ pid: number }>(pool, pid)
  network.silenceOpen()
  const error = await query(pool, pid, { timeout: 50 }).catch((reason: unknown) => reason)
  expect(error).toMatchObject(LOST)
  expect(isUnavailable(error)).toBe(true)
  expect(await query(pool, pid)).not.toEqual(before)
})

test('each statement of a transaction has its limit', async () => {
  const run = transaction(
    testDatabase.database,
    async (tx) => await query(tx, sql`select pg_sleep(20)`),
    { timeout: 1_000 },
  )
  await expect(run).rejects.toMatchObject(LOST)
})

test('statements run in a transaction that an application has begun on a client of pg', async () => {
  const client = new Client(testDatabase.url)
  onTestFinished(() => client.end())
  await client.connect()
  const session: Session = client
  await client.query('begin')
  await executeScript(session, 'alter table things disable trigger conflict')
  expect(await execute(session, sql`insert into things values (${3})`)).toBe(1)
  expect(await queryFirst(session, sql`select id from things where id = 3`)).toEqual({ id: 3 })
  expect((await executeText(session, 'select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
  await expect(query(session, sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  await client.query('rollback')
  expect(await query(session, sql`select id from things where id = 3`)).toEqual([])
})
