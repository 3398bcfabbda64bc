import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Database,
  execute,
  executeScript,
  type MigrationSet,
  migrate,
  openDatabase,
  query,
  raw,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import {
  isAlive,
  isPostmasterOf,
  readPostmaster,
  startForTests,
} from '@entrepot/embedded-postgres/testing'

export { startForTests } from '@entrepot/embedded-postgres/testing'

/** Environment variable with the URL of the test server; child processes inherit it. */
export const TEST_DATABASE_VARIABLE = 'ENTREPOT_TEST_DATABASE_URL'

/** The one PostgreSQL of a test run. */
export interface TestServer {
  /** URL of the database `entrepot` for a superuser. */
  readonly url: string
  /** Stops the server and deletes its directory. */
  stop(): Promise<void>
}

/**
 * Starts an embedded PostgreSQL in a temporary directory and sets `ENTREPOT_TEST_DATABASE_URL`, for {@link createTestDatabase} in this
 * process and its children. Call it in the global setup of the test runner.
 *
 * The server does not wait for the disk, because its data is deleted after the run. Only a power failure could make a difference. Tests of
 * durability start their own server.
 *
 * @throws EmbeddedPostgresError `DATABASE_START_FAILED`
 * @example
 * export default async () => (await startTestServer()).stop // vitest: a function that globalSetup returns is its teardown
 */
export async function startTestServer(): Promise<TestServer> {
  await removeServers(tmpdir())
  const directory = await mkdtemp(join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
  }
  const postgres = await startForTests({ directory, settings }).catch(async (error) => {
    await removeServer(directory)
    throw error
  })
  await storeCheapPassword(postgres.url)
  process.env[TEST_DATABASE_VARIABLE] = postgres.url
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Stores the password of the test server with one round of hashing. With the 4,096 rounds of the default, each connection costs twice the
 * processor time, and a run of all tests opens 4,000.
 */
async function storeCheapPassword(url: string): Promise<void> {
  const { username, password } = new URL(url)
  await runOnServer(
    url,
    `set scram_iterations = 1; alter role ${username} password '${decodeURIComponent(password)}'`,
  )
}

const DIRECTORY_PREFIX = 'entrepot-test-'

/** Stops and deletes the servers that killed test runs have left in a folder. */
export async function removeServers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const runner = new RegExp(`^${DIRECTORY_PREFIX}(\\d+)-`).exec(name)?.[1]
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
 * Creates an empty database on the test server, with a random name, and applies migrations. The first database with these migrations takes
 * about 300 ms, others about 50 ms.
 *
 * @throws {Error} if no test server was started
 * @example
 * const test = await createTestDatabase({ migrations: [marketplaceMigrations] })
 * afterAll(() => test.drop())
 */
export async function createTestDatabase(
  options: CreateTestDatabaseOptions = {},
): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_DATABASE_VARIABLE]
  if (!serverUrl) {
    throw new Error(
      `${TEST_DATABASE_VARIABLE} is not set: call startTestServer() in the global setup of the tests.`,
    )
  }
  const { maxConnections = 16, migrations = [] } = options
  const name = randomName()
  if (migrations.length > 0) await copyMigrated(serverUrl, migrations, name)
  else await runOnServer(serverUrl, `create database ${name}`)
  const url = urlOfDatabase(serverUrl, name)
  const database = await openDatabase({ url, maxConnections })
  const drop = async () => {
    await database.end()
    await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
  }
  return { url, database, drop }
}

/**
 * Creates a database as a copy of a template with these migrations. The template is created once per test run. A copy takes a fifth of the
 * time of the migrations.
 */
async function copyMigrated(
  serverUrl: string,
  sets: readonly MigrationSet[],
  name: string,
): Promise<void> {
  const template = `migrated_${await digestOf(sets)}`
  const server = await openDatabase({ url: serverUrl, maxConnections: 1 })
  try {
    await transaction(server, async (tx) => {
      // Other processes wait until the template is complete.
      await execute(tx, sql`select pg_advisory_xact_lock(hashtext(${template}))`)
      const found = sql`select 1 from pg_database where datname = ${template}`
      if ((await query(tx, found)).length === 0) await makeTemplate(serverUrl, sets, template)
    })
    await executeScript(server, `create database ${name} template ${template}`)
  } finally {
    await server.end()
  }
}

/** Renames the database to the template when it is complete, so that an incomplete template of a killed process is not used. */
async function makeTemplate(
  serverUrl: string,
  sets: readonly MigrationSet[],
  template: string,
): Promise<void> {
  const name = randomName()
  await runOnServer(serverUrl, `create database ${name}`)
  try {
    const database = await openDatabase({ url: urlOfDatabase(serverUrl, name), maxConnections: 1 })
    try {
      for (const set of sets) await migrate(database, set)
    } finally {
      await database.end()
    }
    await runOnServer(serverUrl, `alter database ${name} rename to ${template}`)
  } catch (error) {
    await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
    throw error
  }
}

/** A digest of the names and texts of migrations, in their order. */
async function digestOf(sets: readonly MigrationSet[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, directory } of sets) {
    const folder = directory instanceof URL ? fileURLToPath(directory) : directory
    hash.update(JSON.stringify([name]))
    for (const file of (await readdir(folder)).toSorted()) {
      if (!file.endsWith('.sql')) continue
      hash.update(JSON.stringify([file, await readFile(join(folder, file), 'utf8')]))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

const randomName = () => `test_${randomBytes(8).toString('hex')}`

function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
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

/** Runs a statement in a transaction, which holds its locks while `work` runs. */
export async function runWhileLocked(
  url: string,
  statement: string,
  work: () => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ url, maxConnections: 1 })
  const hold = async (tx: Transaction) => {
    await query(tx, raw(statement))
    await work()
  }
  await transaction(database, hold).finally(() => database.end())
}
