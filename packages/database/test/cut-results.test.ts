import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  closeDatabase,
  type Database,
  isUnavailable,
  openDatabase,
  query,
  queryOne,
  sql,
  transaction,
} from '../src/index.ts'
import { networkTo } from './network.ts'

/** The rows of a statement, or undefined if the database could not be asked. */
async function rowsOf<T>(statement: Promise<T>): Promise<T | undefined> {
  return await statement.catch((error: unknown) => {
    if (isUnavailable(error)) return undefined
    throw error
  })
}

/** Statements of different shapes, each of which knows what it must be answered. */
const statements = [
  async (database: Database, id: number) => {
    const rows = await rowsOf(
      query(database, sql`select ${id}::int as id, repeat('x', 500) as text`),
    )
    if (rows !== undefined) expect(rows).toEqual([{ id, text: 'x'.repeat(500) }])
  },
  async (database: Database, id: number) => {
    const rows = await rowsOf(
      query(database, sql`select n, ${id}::int as id from generate_series(1, 200) n`),
    )
    if (rows !== undefined) {
      expect(rows).toEqual(Array.from({ length: 200 }, (_, index) => ({ n: index + 1, id })))
    }
  },
  async (database: Database, id: number) => {
    const row = await rowsOf(
      transaction(database, async (tx) => {
        const first = await queryOne<{ id: number }>(tx, sql`select ${id}::int as id`)
        const second = await queryOne<{ next: number }>(
          tx,
          sql`select ${first.id + 1}::int as next`,
        )
        return [first, second]
      }),
    )
    if (row !== undefined) expect(row).toEqual([{ id }, { next: id + 1 }])
  },
]

test('connections that are cut in the middle of results never return wrong rows', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const network = await networkTo(url)
  const database = await openDatabase({ url: network.url, maxConnections: 4 })
  onTestFinished(() => closeDatabase(database, 5_000))
  // Beyond the answers to the opening of a connection, so that most cuts hit results.
  let turn = 0
  network.cutAfter(() => 600 + ((turn++ * 769) % 9_000))
  for (let round = 0; network.cuts < 150; round += 1) {
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const statement = statements[index % statements.length]
        await statement?.(database, round * 100 + index)
      }),
    )
  }
  network.cutAfter(() => Number.POSITIVE_INFINITY)
  await expect
    .poll(async () => await rowsOf(query(database, sql`select 1 as one`)))
    .toEqual([{ one: 1 }])
})
