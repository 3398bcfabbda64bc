import { randomBytes } from 'node:crypto'
import { type Sql, sql } from '@entrepot/database'
import pg, { type Pool, type PoolConfig, type QueryResultRow } from 'pg'

/** Runs a statement, whose values are bound, and answers its rows. */
export type RunStatement = <R extends QueryResultRow>(
  strings: TemplateStringsArray,
  ...values: Sql['values']
) => Promise<R[]>

/** A database of a test's own, on the PostgreSQL that the test run has started. */
export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  /** Runs statements on the pool. */
  readonly sql: RunStatement
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
  const pool = openPool(url.href)
  return {
    url: url.href,
    pool,
    sql: runnerOf(pool),
    async drop() {
      await pool.end()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A pool whose idle connections may be lost. */
export function openPool(connectionString: string, more: PoolConfig = {}): Pool {
  const pool = new pg.Pool({ connectionString, max: 10, ...more })
  pool.on('error', () => {})
  return pool
}

/** Statements on a pool. */
export function runnerOf(pool: Pool): RunStatement {
  return async <R extends QueryResultRow>(
    strings: TemplateStringsArray,
    ...values: Sql['values']
  ) => {
    const { text, values: bound } = sql(strings, ...values)
    return (await pool.query<R>(text, bound)).rows
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
