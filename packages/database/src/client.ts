import type { ConnectionOptions } from 'node:tls'
import { Client, type ClientConfig, Pool } from 'pg'
import type { Address } from './connection-url.ts'
import { watchConnections } from './watch.ts'

/**
 * The pool: `Pool` of node-postgres. Run statements with {@link query}, {@link queryOne} and {@link execute}, or in a
 * {@link transaction}.
 *
 * Values of `numeric` and `int8` are strings, so nothing is rounded; those of `timestamptz` are `Date`, and `json` is parsed.
 */
export type Database = Pool

/** Settings of connections. All times are in milliseconds. */
export interface ConnectionSettings {
  readonly connectTimeout: number
  /** 0 means no limit. */
  readonly statementTimeout: number
  /** 0 means no limit. */
  readonly idleInTransactionTimeout: number
  readonly applicationName: string
}

/** Settings of a pool. All times are in milliseconds. */
export interface PoolSettings extends ConnectionSettings {
  readonly maxConnections: number
  /** How long a statement may wait for a free connection. */
  readonly queueTimeout: number
  /** How long a connection may be silent before it is checked; see {@link watchConnections}. */
  readonly patience: number
}

/** Additional time for which the client waits, so that the timeout error of PostgreSQL arrives first. */
const answerMargin = 5_000

/** The configuration of a single connection, for `pg.Client`. */
export function clientConfig(address: Address, settings: ConnectionSettings): ClientConfig {
  return {
    host: address.path ? address.path.replace(/\/\.s\.PGSQL\.\d+$/, '') : address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl: tlsOptions(address),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: settings.connectTimeout,
    statement_timeout: settings.statementTimeout,
    query_timeout: settings.statementTimeout && settings.statementTimeout + answerMargin,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
    application_name: settings.applicationName,
  }
}

/** Creates a pool that connects at its first statement. Errors are thrown by the statement. */
export function createPool(address: Address, settings: PoolSettings): Database {
  const config = clientConfig(address, settings)
  const pool = new Pool({
    connectionTimeoutMillis: settings.queueTimeout,
    query_timeout: config.query_timeout,
    // The pool has one limit for waiting for a free connection and for opening a new one.
    Client: class extends Client {
      constructor() {
        super(config)
      }
    },
    max: settings.maxConnections,
    idleTimeoutMillis: 5 * 60_000,
    maxLifetimeSeconds: 45 * 60,
  })
  // An idle connection that ends is replaced when the next statement needs one.
  pool.on('error', () => {})
  watchConnections(pool, config, settings.patience)
  return pool
}

function tlsOptions({ tls }: Address): ConnectionOptions | false {
  if (tls === 'prefer') return { rejectUnauthorized: false }
  return tls
}
