import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, copyOut, openDatabase, transaction } from '../src/index.ts'
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
