import { failureOf } from '@entrepot/test-support/outcomes'
import { createTestDatabase, runSql, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  execute,
  isUnavailable,
  query,
  queryOne,
  sql,
  type Transaction,
  transaction,
} from '../src/index.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 2 })
  await execute(testDatabase.database, sql`create table t (id int primary key)`)
})

afterAll(() => testDatabase.drop())

/** Ends the connection of a transaction from outside, as an administrator, a network or a crash would. */
async function cut(tx: Transaction): Promise<void> {
  const row = await queryOne<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
  await terminate(row.pid)
}

async function terminate(pid: number): Promise<void> {
  await runSql(testDatabase.url, `select pg_terminate_backend(${pid}, 5000)`)
}

const stored = () =>
  transaction(testDatabase.database, (tx) => query(tx, sql`select id from t order by id`))

test('a connection that is lost during a statement fails the transaction and nothing else', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    const row = await queryOne<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
    await execute(tx, sql`insert into t values (1)`)
    await Promise.all([query(tx, sql`select pg_sleep(20)`), terminate(row.pid)])
  })
  const error = await failureOf(run)
  expect(error).toMatchObject({
    code: 'DATABASE_CONNECTION_LOST',
    message: expect.stringContaining('Nothing was changed'),
  })
  expect(isUnavailable(error)).toBe(true)
  expect(await stored()).toEqual([])
})

test('after a connection is lost between two statements, the second never runs outside of the transaction', async () => {
  const { database } = testDatabase
  const run = transaction(database, async (tx) => {
    await execute(tx, sql`insert into t values (1)`)
    await cut(tx)
    // Makes the pool open the connection again, for somebody else.
    await Promise.allSettled(Array.from({ length: 8 }, () => query(database, sql`select 1`)))
    await execute(tx, sql`insert into t values (2)`)
  })
  expect((await failureOf(run)).code).toBe('DATABASE_CONNECTION_LOST')
  expect(await stored()).toEqual([])
})

test('work that ignores the loss cannot make the transaction appear committed', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    await execute(tx, sql`insert into t values (1)`)
    await cut(tx)
    await query(tx, sql`select 1`).catch(() => {})
    return 'fine'
  })
  expect((await failureOf(run)).code).toBe('DATABASE_CONNECTION_LOST')
  expect(await stored()).toEqual([])
})

test('a statement after the end of its transaction is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Transaction>()
  await transaction(testDatabase.database, async (tx) => resolve(tx))
  const late = await promise
  await expect(query(late, sql`insert into t values (3)`)).rejects.toThrow('has ended')
  expect(await stored()).toEqual([])
})

test('a network error of another service that the work uses is thrown unchanged', async () => {
  const other = Object.assign(new Error('upstream'), { code: 'ECONNRESET', syscall: 'read' })
  const run = transaction(testDatabase.database, () => Promise.reject(other))
  expect(await failureOf(run)).toBe(other)
})

test('a transaction that could not begin is retried, because nothing has happened yet', async () => {
  const { database } = testDatabase
  await Promise.allSettled([cutDuringStatement(), cutDuringStatement()])
  let runs = 0
  const [row] = await transaction(database, async (tx) => {
    runs += 1
    return await query<{ one: number }>(tx, sql`select 1 as one`)
  })
  expect(row?.one).toBe(1)
  expect(runs).toBe(1)
})

async function cutDuringStatement(): Promise<void> {
  await transaction(testDatabase.database, async (tx) => {
    const row = await queryOne<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
    await Promise.all([query(tx, sql`select pg_sleep(20)`), terminate(row.pid)])
  })
}

test('the pool continues to work after lost connections', async () => {
  const rows = await Promise.all(
    Array.from({ length: 20 }, () =>
      transaction(testDatabase.database, (tx) => query(tx, sql`select 1`)),
    ),
  )
  expect(rows).toHaveLength(20)
})

test('a statement on a socket that was just destroyed or ended counts as lost', async () => {
  const { database } = testDatabase
  for (const spoil of ['destroy', 'end'] as const) {
    const client = await database.connect()
    client.on('error', () => {})
    client.connection.stream[spoil]()
    client.release()
    // The pool does not know yet, and gives the connection to the next statement.
    const error = await failureOf(query(database, sql`select 1`))
    expect(error.code).toBe('DATABASE_CONNECTION_LOST')
    expect(isUnavailable(error)).toBe(true)
  }
})
