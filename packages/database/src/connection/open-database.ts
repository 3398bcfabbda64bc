import { performance } from 'node:perf_hooks'
import { Client, type ClientConfig } from 'pg'
import { DatabaseError, isUnavailable } from '../errors.ts'
import { type ConnectionSettings, clientConfig, type Database } from './client.ts'
import { type Address, parseDatabaseUrl } from './connection-url.ts'
import { explainConnectError } from './explain-connect-error.ts'
import { explainFailedHosts, speaksNoTls } from './hosts.ts'
import { createPool } from './pool.ts'

/** The oldest supported PostgreSQL, as `server_version_num`. */
export const minimumVersion = 140_000

/** Options of {@link openDatabase}. */
export interface OpenDatabaseOptions {
  /** `postgres://user:password@host:port/database?sslmode=...`; see {@link parseDatabaseUrl} for the parameters. */
  readonly url: string
  /**
   * Maximum number of connections of the pool. Statements wait while all are busy.
   * @default 16, which allows six nodes with the default limit of PostgreSQL (100)
   */
  readonly maxConnections?: number
  /**
   * Milliseconds after which PostgreSQL cancels a statement (see {@link isStatementTimeout}); 0 disables the timeout. If
   * PostgreSQL does not answer, the client closes the connection five seconds later.
   * @default 30_000
   */
  readonly statementTimeout?: number
  /**
   * Milliseconds for which a transaction may be idle before PostgreSQL ends it and releases its locks; 0 disables the timeout.
   * @default 60_000
   */
  readonly idleInTransactionTimeout?: number
  /**
   * Milliseconds for opening the first connection; `connect_timeout` in the URL (seconds) overrides it. Later connections get four times
   * the time that the first one took, but at least 5 s and at most this value.
   * @default 20_000
   */
  readonly connectTimeout?: number
  /**
   * Name of the connections in `pg_stat_activity`; `application_name` in the URL overrides it.
   * @default 'entrepot'
   */
  readonly applicationName?: string
}

/**
 * Opens a pool and checks that it can be used: the server answers, the password is correct, PostgreSQL is 14 or newer, the database is
 * UTF-8 and writable, and the role may create schemas and tables, which {@link migrate} needs.
 *
 * The pool reconnects automatically. Statements fail while the server is unreachable, and after they have waited 30 s for a free
 * connection. The pool detects connections whose server no longer answers and closes them, so it works again within 10 s after a network
 * failure or a failover that closed no connection. Close the pool with {@link closeDatabase}, which waits for running statements.
 *
 * If the URL names several hosts, a new connection tries them in turn, starting with the one that worked last, until one accepts writes.
 * Each host gets the full timeout for connecting.
 *
 * Does not work with PgBouncer in transaction mode, because timeouts and prepared statements belong to the session.
 *
 * @throws {DatabaseError} `DATABASE_BAD_URL`, `DATABASE_UNREACHABLE`, `DATABASE_TLS`, `DATABASE_WRONG_PASSWORD`,
 * `DATABASE_NOT_FOUND`, `DATABASE_WRONG_VERSION`, `DATABASE_WRONG_ENCODING`, `DATABASE_READ_ONLY`,
 * `DATABASE_MISSING_RIGHT`, `DATABASE_TOO_MANY_CONNECTIONS`
 * @example
 * const database = await openDatabase({ url: process.env.DATABASE_URL })
 * const { now } = await queryOne<{ now: Date }>(database, sql`select now()`)
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return await openChecked(options, minimumVersion)
}

/** Milliseconds for which a statement may wait for a free connection. */
const QUEUE_TIMEOUT = 30_000

/** {@link openDatabase} with another minimum version, for testing the refusal without an old server. */
export async function openChecked(
  options: OpenDatabaseOptions,
  minimum: number,
): Promise<Database> {
  const given = parseDatabaseUrl(options.url)
  const settings = connectionSettings(given, options)
  const { address, took } = await findServer(given, settings, minimum)
  const reconnectTimeout = Math.min(settings.connectTimeout, Math.max(5_000, 4 * took))
  return createPool(address, {
    ...settings,
    connectTimeout: reconnectTimeout,
    maxConnections: options.maxConnections ?? 16,
    queueTimeout: QUEUE_TIMEOUT,
    reconnectTimeout,
  })
}

function connectionSettings(address: Address, options: OpenDatabaseOptions): ConnectionSettings {
  const connectTimeout = address.connectTimeout && address.connectTimeout * 1000
  return {
    connectTimeout: connectTimeout ?? options.connectTimeout ?? 20_000,
    statementTimeout: options.statementTimeout ?? 30_000,
    idleInTransactionTimeout: options.idleInTransactionTimeout ?? 60_000,
    applicationName: address.applicationName ?? options.applicationName ?? 'entrepot',
  }
}

/** Facts of the first connection: whether it uses TLS, and the milliseconds until it was open. */
interface FirstConnection {
  readonly address: Address
  readonly took: number
}

/**
 * Tries the hosts in turn. The first one that can be used becomes the address, and the others its alternatives.
 * @throws {DatabaseError} when a host refuses permanently, or no host can be used
 */
async function findServer(
  given: Address,
  settings: ConnectionSettings,
  minimum: number,
): Promise<FirstConnection> {
  const hosts = [given, ...given.alternatives]
  const failures: unknown[] = []
  for (const [index, host] of hosts.entries()) {
    try {
      const { address, took } = await checkServer(host, settings, minimum)
      const alternatives = [...hosts.slice(index + 1), ...hosts.slice(0, index)]
      return { address: { ...address, alternatives }, took }
    } catch (error) {
      const failure = explainConnectError(error, host)
      if (!isUnavailable(failure)) throw failure
      failures.push(failure)
    }
  }
  throw explainFailedHosts(failures)
}

/** @throws {DatabaseError} for a server that cannot be used; the error of the driver for a server that does not answer */
async function checkServer(
  address: Address,
  settings: ConnectionSettings,
  minimum: number,
): Promise<FirstConnection> {
  const startedAt = performance.now()
  try {
    const client = await connect(clientConfig(address, settings))
    const took = performance.now() - startedAt
    const facts = await readFacts(client).finally(() => client.end())
    const issue = findIssue(facts, address, minimum)
    if (issue) throw issue
    return { address, took }
  } catch (error) {
    if (!speaksNoTls(address, error)) throw error
    return await checkServer({ ...address, tls: false }, settings, minimum)
  }
}

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  client.on('error', () => {}) // the running statement fails with this error
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {}) // after an error of the client itself, its socket is still open
    throw error
  }
}

interface ServerFacts {
  version: number
  versionText: string
  encoding: string
  readOnly: boolean
  mayCreateSchemas: boolean
  schema: string | null
  mayCreateTables: boolean
}

async function readFacts(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int as version,
           current_setting('server_version') as "versionText",
           current_setting('server_encoding') as encoding,
           current_setting('transaction_read_only') = 'on' as "readOnly",
           has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
           current_schema() as schema,
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), true) as "mayCreateTables"`)
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL returned no row for the query of its settings.')
  return facts
}

function findIssue(
  facts: ServerFacts,
  address: Address,
  minimum: number,
): DatabaseError | undefined {
  if (facts.version < minimum) {
    return new DatabaseError(
      'DATABASE_WRONG_VERSION',
      `${address.label} is PostgreSQL ${facts.versionText}; ${Math.floor(minimum / 10_000)} or newer is needed. Upgrade the server or point DATABASE_URL at a newer one.`,
    )
  }
  if (facts.encoding !== 'UTF8') {
    return new DatabaseError(
      'DATABASE_WRONG_ENCODING',
      `The database ${address.label} is encoded as ${facts.encoding}; UTF8 is required, because other encodings cannot represent all texts. Create a database with it: CREATE DATABASE ${address.database} ENCODING 'UTF8' TEMPLATE template0.`,
    )
  }
  if (facts.readOnly) {
    return new DatabaseError(
      'DATABASE_READ_ONLY',
      `The server of ${address.label} is read-only (a standby, or default_transaction_read_only is on). Point DATABASE_URL at the primary.`,
    )
  }
  return findMissingRight(facts, address)
}

function findMissingRight(facts: ServerFacts, address: Address): DatabaseError | undefined {
  const role = quoteName(address.user)
  const grants = [
    !facts.mayCreateSchemas && `GRANT CREATE ON DATABASE ${quoteName(address.database)} TO ${role}`,
    !facts.mayCreateTables && `GRANT CREATE ON SCHEMA ${quoteName(facts.schema ?? '')} TO ${role}`,
  ].filter((grant) => grant !== false)
  if (grants.length === 0) return undefined
  return new DatabaseError(
    'DATABASE_MISSING_RIGHT',
    `The role of ${address.label} may not create schemas or tables for the migrations. Ask the owner of the database to run: ${grants.join('; ')}.`,
  )
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
