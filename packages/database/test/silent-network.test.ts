import { failureOf } from '@entrepot/test-support/outcomes'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { parseDatabaseUrl } from '../src/connection/connection-url.ts'
import { createPool } from '../src/connection/pool.ts'
import { closeDatabase, type Database, isUnavailable, query, sql } from '../src/index.ts'
import { networkTo } from './network.ts'

const CONNECTIONS = 8

/** A pool through a network. Nothing but the watch ends a statement: there is no limit of time. */
async function poolBehindNetwork() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const network = await networkTo(url)
  const database = createPool(parseDatabaseUrl(network.url), {
    applicationName: 'silent-network',
    connectTimeout: 5_000,
    statementTimeout: 0,
    idleInTransactionTimeout: 0,
    maxConnections: CONNECTIONS,
    queueTimeout: 60_000,
    reconnectTimeout: 2_000,
  })
  onTestFinished(() => closeDatabase(database, 1_000))
  return { database, network }
}

/** One statement on each connection of the pool at once. */
function onEach(database: Database) {
  return Array.from({ length: CONNECTIONS }, () =>
    query(database, sql`select pg_backend_pid() as pid, pg_sleep(0.05)::text as pause`),
  )
}

test('connections without an answer are detected and replaced, including idle ones', async () => {
  const { database, network } = await poolBehindNetwork()
  await Promise.all(onEach(database))
  expect(database.totalCount).toBe(CONNECTIONS)
  network.silenceOpen()
  // One statement meets the silence; the other connections are as dead, and must not have to be tried one by one.
  const error = await failureOf(query(database, sql`select 1`))
  expect(error.code).toBe('DATABASE_CONNECTION_LOST')
  expect(isUnavailable(error)).toBe(true)
  const answers = await Promise.all(onEach(database))
  expect(answers.flat()).toHaveLength(CONNECTIONS)
})

test('statements fail while nothing passes, and succeed again afterwards', async () => {
  const { database, network } = await poolBehindNetwork()
  await Promise.all(onEach(database))
  network.silenceOpen()
  network.silenceNew(true)
  const settled = await Promise.allSettled(onEach(database))
  expect(settled.every((one) => one.status === 'rejected' && isUnavailable(one.reason))).toBe(true)
  expect(isUnavailable(await failureOf(query(database, sql`select 1`)))).toBe(true)
  network.silenceNew(false)
  await expect
    .poll(async () => await query(database, sql`select 1 as one`).catch(() => undefined))
    .toEqual([{ one: 1 }])
})

test('a slow statement does not count as a dead connection', async () => {
  const { database } = await poolBehindNetwork()
  const [row] = await query(database, sql`select 'done' as state, pg_sleep(6)::text as pause`)
  expect(row?.state).toBe('done')
})
