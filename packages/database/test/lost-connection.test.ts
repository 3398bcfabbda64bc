import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnavailable, type Transaction, transaction } from '../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../src/testing.ts'
import { failureOf, runSql } from './support.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 2 })
  await testDatabase.database`create table t (id int primary key)`
})

afterAll(() => testDatabase.drop())

/** Ends the connection of a transaction from outside, as an administrator, a network or a crash would. */
async function cut(tx: Transaction): Promise<void> {
  const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
  await terminate(row.pid)
}

async function terminate(pid: number): Promise<void> {
  await runSql(testDatabase.url, `select pg_terminate_backend(${pid}, 5000)`)
}

const stored = () => transaction(testDatabase.database, (tx) => tx`select id from t order by id`)

// In all of these, postgres.js alone would end the process with an uncaught TypeError.

test('a connection that dies during a statement fails the transaction, and only that', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
    await tx`insert into t values (1)`
    await Promise.all([tx`select pg_sleep(20)`, terminate(row.pid)])
  })
  const error = await failureOf(run)
  expect(error).toMatchObject({
    code: 'DATABASE_CONNECTION_LOST',
    message: expect.stringContaining('nothing was changed'),
  })
  expect(isUnavailable(error)).toBe(true)
  expect(await stored()).toEqual([])
})

test('a connection that dies between two statements never lets the second run outside the transaction', async () => {
  const { database } = testDatabase
  const run = transaction(database, async (tx) => {
    await tx`insert into t values (1)`
    await cut(tx)
    // Makes the pool open the connection again, for somebody else.
    await Promise.allSettled(Array.from({ length: 8 }, () => database`select 1`))
    await tx`insert into t values (2)`
  })
  expect((await failureOf(run)).code).toBe('DATABASE_CONNECTION_LOST')
  expect(await stored()).toEqual([])
})

test('work that swallows the loss cannot make the transaction look committed', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    await tx`insert into t values (1)`
    await cut(tx)
    await tx`select 1`.catch(() => {})
    return 'fine'
  })
  expect((await failureOf(run)).code).toBe('DATABASE_CONNECTION_LOST')
  expect(await stored()).toEqual([])
})

test('a connection that dies within a savepoint fails the transaction', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    await tx.savepoint(async (nested) => {
      await cut(nested)
      await nested`select 1`
    })
  })
  expect((await failureOf(run)).code).toBe('DATABASE_CONNECTION_LOST')
})

test('a statement after the end of its transaction is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<Transaction>()
  await transaction(testDatabase.database, async (tx) => resolve(tx))
  const late = await promise
  expect(() => late`insert into t values (3)`).toThrow('has ended')
  expect(await stored()).toEqual([])
})

test('a network error of something else that the work talks to stays what it is', async () => {
  const other = Object.assign(new Error('upstream'), { code: 'ECONNRESET', syscall: 'read' })
  const run = transaction(testDatabase.database, () => Promise.reject(other))
  expect(await failureOf(run)).toBe(other)
})

test('a transaction that could not begin is tried again: nothing has happened yet', async () => {
  const { database } = testDatabase
  await Promise.allSettled([cutDuringStatement(), cutDuringStatement()])
  let runs = 0
  const [row] = await transaction(database, async (tx) => {
    runs += 1
    return await tx<[{ one: number }]>`select 1 as one`
  })
  expect(row.one).toBe(1)
  expect(runs).toBe(1)
})

async function cutDuringStatement(): Promise<void> {
  await transaction(testDatabase.database, async (tx) => {
    const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
    await Promise.all([tx`select pg_sleep(20)`, terminate(row.pid)])
  })
}

test('the pool works on after lost connections', async () => {
  const rows = await Promise.all(
    Array.from({ length: 20 }, () => transaction(testDatabase.database, (tx) => tx`select 1`)),
  )
  expect(rows).toHaveLength(20)
})
