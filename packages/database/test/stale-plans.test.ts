import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  execute,
  executeScript,
  openDatabase,
  query,
  queryOnce,
  sql,
  transaction,
} from '../src/index.ts'

test('a statement that was prepared before a migration changed its table succeeds', async () => {
  const { database, url, drop } = await createTestDatabase({ maxConnections: 4 })
  onTestFinished(drop)
  await execute(database, sql`create table t (id int primary key)`)
  await execute(database, sql`insert into t values (1)`)
  const read = () => query(database, sql`select * from t`)
  await Promise.all(Array.from({ length: 4 }, read))
  const other = await openDatabase({ url, maxConnections: 1 })
  await executeScript(other, `alter table t add column name text default 'x'`)
  await other.end()
  const answers = await Promise.all(Array.from({ length: 4 }, read))
  expect(answers.flat()).toEqual(Array.from({ length: 4 }, () => ({ id: 1, name: 'x' })))
  await executeScript(database, 'alter table t drop column name')
  const rows = await transaction(database, (tx) => query(tx, sql`select * from t`))
  expect(rows).toEqual([{ id: 1 }])
})

test('a statement that runs once leaves nothing prepared, and gets its values and errors as others do', async () => {
  const { database, drop } = await createTestDatabase({ maxConnections: 1 })
  onTestFinished(drop)
  const prepared = async () =>
    (await queryOnce(database, sql`select statement from pg_prepared_statements`)).length
  const read = (value: unknown) => sql`select ${value}::int[] as value`
  expect(await queryOnce(database, read([1, 2]))).toEqual([{ value: [1, 2] }])
  expect(await transaction(database, (tx) => queryOnce(tx, read([])))).toEqual([{ value: [] }])
  await expect(queryOnce(database, read('x'))).rejects.toMatchObject({ code: '22P02' })
  expect(await prepared()).toBe(0)
  await query(database, read([1]))
  expect(await prepared()).toBe(1)
})

test('a value that cannot be sent fails only its statement', async () => {
  const { database, drop } = await createTestDatabase({ maxConnections: 1 })
  onTestFinished(drop)
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const read = (value: unknown) => query(database, sql`select ${value}::text as value`)
  await expect(read(circle)).rejects.toThrow(/circular/i)
  expect(await read('fine')).toEqual([{ value: 'fine' }])
})

test('a connection to a server that has become read-only is closed, also after a transaction', async () => {
  const { database, drop } = await createTestDatabase({ maxConnections: 1 })
  onTestFinished(drop)
  await execute(database, sql`create table t (id int)`)
  await execute(database, sql`set default_transaction_read_only = on`)
  const write = () => transaction(database, (tx) => execute(tx, sql`insert into t values (1)`))
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  expect(await write()).toBe(1)
})
