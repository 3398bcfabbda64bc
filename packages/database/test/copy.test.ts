import { failureOf } from '@entrepot/test-support/outcomes'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Connection,
  closeDatabase,
  copyIn,
  copyOut,
  execute,
  openDatabase,
  query,
  queryOne,
  rehearse,
  sql,
  type Transaction,
  transaction,
} from '../src/index.ts'
import { networkTo } from './network.ts'

test('a copy returns the number of rows, however the network divides the answer', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const network = await networkTo(url)
  const database = await openDatabase({ url: network.url, maxConnections: 1 })
  onTestFinished(() => closeDatabase(database, 5_000))
  network.splitAnswers()
  const chunks: Buffer[] = []
  const rows = await transaction(database, async (tx) => {
    const statement = 'copy (select n from generate_series(1, 20) n) to stdout'
    return await copyOut(tx, statement, async (chunk) => void chunks.push(chunk))
  })
  expect(rows).toBe(20)
  const text = Buffer.concat(chunks).toString()
  expect(text).toBe(Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join(''))
})

/** A copy of which PostgreSQL sends a row at a time, and which has no end of its own. */
const ENDLESS = `copy (select repeat('x', 1000), generate_series(1, 1000000000000)) to stdout`

/** A database without limits, as a backup opens it. */
async function openPatient(maxConnections: number) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const limits = { statementTimeout: 0, idleInTransactionTimeout: 0 }
  const database = await openDatabase({ url, maxConnections, ...limits })
  onTestFinished(() => closeDatabase(database, 5_000))
  return database
}

async function pidOf(connection: Connection): Promise<number> {
  const { pid } = await queryOne<{ pid: number }>(connection, sql`select pg_backend_pid() as pid`)
  return pid
}

/** Takes two chunks. */
function failingSink() {
  let chunks = 0
  return async () => {
    chunks += 1
    if (chunks === 3) throw new Error('disk full')
    if (chunks > 3) throw new Error('nothing may come after an error')
  }
}

test('a copy whose data cannot be written is cancelled, fails with the reason, and leaves its connection usable', async () => {
  const database = await openPatient(2)
  let pid = 0
  const failing = transaction(database, async (tx) => {
    pid = await pidOf(tx)
    await copyOut(tx, ENDLESS, failingSink())
  })
  expect(await failureOf(failing)).toMatchObject({ message: 'disk full' })
  // Nothing of the connection is cancelled later.
  const answers = await Promise.all(Array.from({ length: 50 }, async () => await pidOf(database)))
  expect(answers).toContain(pid)
})

test('a copy whose data cannot be written is read to its end if there is no connection for the cancellation', async () => {
  const database = await openPatient(1)
  const statement = `copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`
  const failing = transaction(database, async (tx) => await copyOut(tx, statement, failingSink()))
  expect(await failureOf(failing)).toMatchObject({ message: 'disk full' })
  expect(await queryOne(database, sql`select 1 as one`)).toEqual({ one: 1 })
})

test('a copy whose data cannot be written leaves the rest of a rehearsal intact', async () => {
  const database = await openPatient(4)
  await execute(database, sql`create table t (a int)`)
  const rows = await rehearse(database, async () => {
    await execute(database, sql`insert into t values (1)`)
    const failing = transaction(database, async (tx) => {
      await execute(tx, sql`insert into t values (2)`)
      await copyOut(tx, ENDLESS, failingSink())
    })
    expect(await failureOf(failing)).toMatchObject({ message: 'disk full' })
    return await query(database, sql`select a from t`)
  })
  expect(rows).toEqual([{ a: 1 }])
})

test('a transaction that ignores a failed copy is not taken for committed, and says why', async () => {
  const database = await openPatient(2)
  await execute(database, sql`create table t (a int)`)
  const source = async function* () {
    yield Buffer.from('1\n')
    throw new Error('the source ended')
  }
  const copies: readonly (readonly [string, (tx: Transaction) => Promise<number>])[] = [
    ['no_table', async (tx) => await copyOut(tx, 'copy no_table to stdout', async () => {})],
    ['the source ended', async (tx) => await copyIn(tx, 'copy t from stdin', source())],
    ['canceling statement', async (tx) => await copyOut(tx, ENDLESS, failingSink())],
  ]
  for (const [reason, copy] of copies) {
    const ignoring = transaction(database, async (tx) => {
      await execute(tx, sql`insert into t values (7)`)
      await copy(tx).catch(() => {})
    })
    expect((await failureOf(ignoring)).message).toContain(reason)
  }
  expect(await query(database, sql`select a from t`)).toEqual([])
})
