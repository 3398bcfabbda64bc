import { failureOf, until } from '@entrepot/test-support/outcomes'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  isStatementTimeout,
  isUnavailable,
  openDatabase,
  query,
  sql,
  transaction,
} from '../src/index.ts'

test('a statement that runs longer than the timeout is cancelled with a clear error, and the connection stays open', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  // Long enough for the statements that ought to succeed, on a machine that does other things as well.
  const database = await openDatabase({ url, maxConnections: 1, statementTimeout: 3_000 })
  onTestFinished(() => database.end())
  const error = await failureOf(Promise.resolve(query(database, sql`select pg_sleep(20)`)))
  expect(isStatementTimeout(error)).toBe(true)
  expect(error).toMatchObject({ code: '57014' })
  expect(isStatementTimeout(new Error('other'))).toBe(false)
  expect(await query(database, sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('the default timeout is 30 seconds', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await query(database, sql`show statement_timeout`)).toEqual([{ statement_timeout: '30s' }])
})

test('an idle transaction is ended by the server, and its locks are released', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const database = await openDatabase({ url, maxConnections: 1, idleInTransactionTimeout: 50 })
  onTestFinished(() => database.end())
  const never = new Promise<never>(() => {})
  const error = await failureOf(
    transaction(database, (tx) => query(tx, sql`select 1`).then(() => never)),
  )
  expect(error.code).toBe('DATABASE_CONNECTION_LOST')
  expect(isUnavailable(error)).toBe(true)
  expect(await query(database, sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a command that is cancelled on request does not count as a timeout', async () => {
  const { database, drop } = await createTestDatabase()
  onTestFinished(drop)
  const slow = query(database, sql`select pg_sleep(20), 'cancel me'`)
  const failed = failureOf(Promise.resolve(slow))
  const cancelled = async () =>
    await query(
      database,
      sql`
      select pg_cancel_backend(pid) from pg_stat_activity
       where query like '%cancel me%' and wait_event = 'PgSleep'`,
    )
  await until('it sleeps', async () => (await cancelled()).length > 0)
  expect(isStatementTimeout(await failed)).toBe(false)
})
