import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'

/** A database of a test's own, on the PostgreSQL that the test run has started. */
export interface TestDatabase {
  readonly url: string
  readonly sql: Sql
  drop(): Promise<void>
}

/** Creates an empty database with a random name. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env.ENTREPOT_TEST_DATABASE_URL
  if (server === undefined) throw new Error('the global setup of the tests has not run')
  const name = `oauth_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  const sql = postgres(url.href, { max: 10, onnotice: () => {} })
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end({ timeout: 5 })
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(statement).finally(() => sql.end())
}
