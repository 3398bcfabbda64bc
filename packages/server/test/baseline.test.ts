/** The baselines of 0.1.0 make the tables that the migrations before them have made, which kept texts describe. */
import { readFile } from 'node:fs/promises'
import { executeScript, transaction } from '@entrepot/database'
import { describeSchema } from '@entrepot/test-support/describe-schema'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MODULES = {
  marketplace: '../../marketplace/migrations/0001-baseline.sql',
  hub: '../migrations/0001-baseline.sql',
  oauth: '../../oauth/migrations/postgres/0001-baseline.sql',
}

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => await store.drop())

test.each(Object.entries(MODULES))('of %s', async (module, file) => {
  const baseline = await readFile(new URL(file, import.meta.url), 'utf8')
  await transaction(store.database, async (tx) => {
    // The store of sign-in creates its schema with the records of its migrations.
    if (module === 'oauth') await executeScript(tx, 'create schema oauth')
    await executeScript(tx, baseline)
  })
  const kept = await readFile(new URL(`./fixtures/schema/${module}.txt`, import.meta.url), 'utf8')
  expect(await describeSchema(store.database, module)).toBe(kept)
})
