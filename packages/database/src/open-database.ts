import { performance } from 'node:perf_hooks'
import { Client, type ClientConfig } from 'pg'
import { type ConnectionSettings, clientConfig, createPool, type Database } from './client.ts'
import { type Address, parseDatabaseUrl } from './connection-url.ts'
import { DatabaseError, messageOf } from './errors.ts'
import { explainConnectError } from './explain-connect-error.ts'

/** The oldest PostgreSQL that is supported and tested against, as its `server_version_num`. */
export const minimumVersion = 140_000

/** What {@link openDatabase} needs to know. */
export interface OpenDatabaseOptions {
  /** `postgres://user:password@host:port/database?sslmode=...`; see {@link parseDatabaseUrl} for the parameters. */
  readonly url: string
  /**
   * How many connections the pool may hold. Statements queue when all are busy.
   * @default 16 (PostgreSQL serves 100 by default: six nodes fit; more per node rarely makes it faster)
   */
  readonly maxConnections?: number
  /**
   * Milliseconds after which PostgreSQL cancels a statement (see {@link isStatementTimeout}); 0 means never. Five seconds
   * later this side gives up its connection.
   * @default 30_000
   */
  readonly statementTimeout?: number
  /**
   * Milliseconds a transaction may sit idle before PostgreSQL ends it and frees its locks; 0 means forever.
   * @default 60_000
   */
  readonly idleInTransactionTimeout?: number
  /**
   * Milliseconds that the first connection may take to open; the URL's `connect_timeout` (seconds) goes before it. Later
   * ones get four times what the first one took, but at least 5 s and at most this.
   * @default 20_000
   */
  readonly connectTimeout?: number
  /**
   * How the connections appear in `pg_stat_activity`; the URL's `application_name` goes before it.
   * @default 'entrepot'
   */
  readonly applicationName?: string
}

/**
 * Opens a pool and makes sure that it can be worked with: the server answers, the password fits, PostgreSQL is 14 or
 * newer, the database is UTF-8 and writable, and the role may create schemas and tables (what {@link migrate} needs).
 *
 * The pool reconnects by itself. Statements fail while the server is away, and when they have waited 30 s for a free
 * connection. A connection whose server does not answer any more is noticed within seconds and given up, so that the pool
 * works within 10 s after a network failure or a failover that closed no connection.
 * Close it with `await database.end()`, which waits for the statements under way.
 *
 * Not for PgBouncer in transaction mode: the timeouts are settings of the session, and prepared statements belong to it.
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

/** How long a statement may wait for a free connection, in milliseconds. */
const queueTimeout = 30_000

/** {@link openDatabase} with another minimum version: lets a test see the refusal without an old server. */
export async function openChecked(
  options: OpenDatabaseOptions,
  minimum: number,
): Promise<Database> {
  const given = parseDatabaseUrl(options.url)
  const settings = connectionSettings(given, options)
  try {
    const { address, took } = await checkServer(given, settings, minimum)
    const patience = Math.min(settings.connectTimeout, Math.max(5_000, 4 * took))
    return createPool(address, {
      ...settings,
      connectTimeout: patience,
      maxConnections: options.maxConnections ?? 16,
      queueTimeout,
      patience,
    })
  } catch (error) {
    throw explainConnectError(error, given)
  }
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

/** What the first connection has shown: whether TLS is spoken, and the milliseconds until it was open. */
interface FirstConnection {
  readonly address: Address
  readonly took: number
}

/** @throws {DatabaseError} for a server that cannot be used; what the driver throws for one that does not answer */
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
    const fault = findFault(facts, address, minimum)
    if (fault) throw fault
    return { address, took }
  } catch (error) {
    const speaksNoTls = /does not support SSL/.test(messageOf(error))
    if (address.tls !== 'prefer' || !speaksNoTls) throw error
    return await checkServer({ ...address, tls: false }, settings, minimum)
  }
}

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  client.on('error', () => {}) // the statement under way fails with it
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {}) // what the client itself refuses leaves its socket open
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
  if (!facts) throw new Error('PostgreSQL answered the question for its settings with no row.')
  return facts
}

function findFault(
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
      `The database ${address.label} is encoded as ${facts.encoding}; UTF8 is needed, since other encodings cannot hold every name and text. Create one: CREATE DATABASE ${address.database} ENCODING 'UTF8' TEMPLATE template0.`,
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
    `The role of ${address.label} may not create what the migrations create. Let the owner of the database run: ${grants.join('; ')}.`,
  )
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
