import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Database,
  executeScript,
  type MigrationSet,
  migrate,
  openDatabase,
  query,
  raw,
} from '@entrepot/database'
import {
  isAlive,
  isPostmasterOf,
  readPostmaster,
  startForTests,
} from '@entrepot/embedded-postgres/testing'

export { startForTests } from '@entrepot/embedded-postgres/testing'

/** Environment variable with the URL of the test server; child processes inherit it. */
export const testDatabaseVariable = 'ENTREPOT_TEST_DATABASE_URL'

/** The one PostgreSQL of a test run. */
export interface TestServer {
  /** Superuser of the database `entrepot`. */
  readonly url: string
  /** Stops the server and deletes its directory. */
  stop(): Promise<void>
}

/**
 * Starts an embedded PostgreSQL in a temporary directory and sets `ENTREPOT_TEST_DATABASE_URL`, for {@link createTestDatabase} in this
 * process and its children. Call it in the global setup of the test runner.
 *
 * The server does not wait for the disk (`fsync=off`), because its data is deleted after the run. Only a power failure could make a
 * difference. Tests of durability start their own server.
 *
 * @throws EmbeddedPostgresError `DATABASE_START_FAILED`
 * @example
 * export default async () => (await startTestServer()).stop // vitest: a function that globalSetup returns is its teardown
 */
export async function startTestServer(): Promise<TestServer> {
  await removeServers(tmpdir())
  const directory = await mkdtemp(join(tmpdir(), `${directoryPrefix}${process.pid}-`))
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: 200 }
  const postgres = await startForTests({ directory, settings }).catch(async (error) => {
    await removeServer(directory)
    throw error
  })
  process.env[testDatabaseVariable] = postgres.url
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const directoryPrefix = 'entrepot-test-'

/** Stops and deletes the servers that killed test runs have left in a folder. */
export async function removeServers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const runner = new RegExp(`^${directoryPrefix}(\\d+)-`).exec(name)?.[1]
    if (!runner || isAlive(Number(runner))) continue
    const directory = join(folder, name)
    await removeServer(directory).catch(() => {}) // it belongs to another user
  }
}

async function removeServer(directory: string): Promise<void> {
  const data = join(directory, 'postgres')
  const server = await readPostmaster(data)
  if (server && isPostmasterOf(data, server.pid)) process.kill(server.pid, 'SIGKILL')
  await rm(directory, { recursive: true, force: true })
}

/** A database for one test. */
export interface TestDatabase {
  readonly url: string
  readonly database: Database
  /** Closes the pool and removes the database, even if other connections exist. */
  drop(): Promise<void>
}

/** Options of {@link createTestDatabase}. */
export interface CreateTestDatabaseOptions {
  readonly migrations?: readonly MigrationSet[]
  /** @default 16 */
  readonly maxConnections?: number
}

/**
 * Creates an empty database on the test server, with a random name, and applies migrations. Takes about 50 ms.
 *
 * @throws {Error} if no test server was started
 * @example
 * const test = await createTestDatabase({ migrations: [marketplaceMigrations] })
 * afterAll(() => test.drop())
 */
export async function createTestDatabase(
  options: CreateTestDatabaseOptions = {},
): Promise<TestDatabase> {
  const serverUrl = process.env[testDatabaseVariable]
  if (!serverUrl) {
    throw new Error(
      `${testDatabaseVariable} is not set: call startTestServer() in the global setup of the tests.`,
    )
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  const { maxConnections = 16 } = options
  const database = await openDatabase({ url: url.href, maxConnections })
  const drop = async () => {
    await database.end()
    await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
  }
  try {
    for (const set of options.migrations ?? []) await migrate(database, set)
  } catch (error) {
    await drop()
    throw error
  }
  return { url: url.href, database, drop }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const server = await openDatabase({ url, maxConnections: 1 })
  await executeScript(server, statement).finally(() => server.end())
}

/** Runs one statement on a separate connection. */
export async function runSql<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const database = await openDatabase({ url, maxConnections: 1 })
  return await query<Row>(database, raw(statement)).finally(() => database.end())
}
