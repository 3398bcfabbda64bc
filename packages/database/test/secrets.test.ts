import { inspect } from 'node:util'
import { failureOf } from '@entrepot/test-support/outcomes'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, query, sql } from '../src/index.ts'

// Starts whole servers, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Everything that a logger might print of a value, hidden properties and causes included. */
function printed(value: unknown): string {
  const text = inspect(value, { depth: 10, showHidden: true })
  const stack = value instanceof Error ? `${value.stack}${JSON.stringify(value)}` : ''
  return text + stack
}

const SECRET = 'hunter2-hunter2'

test.each([
  `nonsense ${SECRET}`,
  `postgres://hub:${SECRET}@one:1,two:2/shop`,
  `postgres://hub:${SECRET}%zz@db/shop`,
  `postgres://hub:${SECRET}@db/shop?sslmode=maybe`,
  `postgres://hub:${SECRET}@db/shop?sslmode=verify-full&sslrootcert=/nowhere`,
  `postgres://hub:${SECRET}@127.0.0.1:1/shop`,
  `postgres://hub:${SECRET}@nowhere.invalid/shop`,
])('the password is not in the error for %s', async (url) => {
  expect(printed(await failureOf(openDatabase({ url })))).not.toContain('hunter2')
})

test('the password is not in the error for a refused login', async () => {
  const url = new URL(process.env.ENTREPOT_TEST_DATABASE_URL ?? '')
  url.password = SECRET
  const error = await failureOf(openDatabase({ url: url.href }))
  expect(error.code).toBe('DATABASE_WRONG_PASSWORD')
  expect(printed(error)).not.toContain('hunter2')
})

test('neither the pool nor its errors contain the password', async () => {
  const { database, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { password } = new URL(url)
  expect(printed(database)).not.toContain(password)
  expect(printed(database.options)).not.toContain(password)
  const error = await failureOf(Promise.resolve(query(database, sql`select * from nowhere`)))
  expect(printed(error)).not.toContain(password)
})
