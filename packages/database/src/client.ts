import type { ConnectionOptions } from 'node:tls'
import { Client, type ClientConfig, Pool } from 'pg'
import type { Address } from './connection-url.ts'
import { watchConnections } from './watch.ts'

/**
 * The pool: node-postgres' own `Pool`. Send statements with {@link query} and its neighbours, or in a
 * {@link transaction}.
 *
 * `numeric` and `int8` arrive as strings (nothing is rounded), `timestamptz` as `Date`, `json` as values.
 */
export type Database = Pool

/** How connections behave; all times are milliseconds. */
export interface ConnectionSettings {
  readonly connectTimeout: number
  /** 0 means no limit. */
  readonly statementTimeout: number
  /** 0 means no limit. */
  readonly idleInTransactionTimeout: number
  readonly applicationName: string
}

/** How a pool behaves; all times are milliseconds. */
export interface PoolSettings extends ConnectionSettings {
  readonly maxConnections: number
  /** How long a statement may wait for a free connection. */
  readonly queueTimeout: number
  /** How long a connection may be silent before it is checked; see {@link watchConnections}. */
  readonly patience: number
}

/** How much longer than PostgreSQL this side waits for a statement, so that PostgreSQL's own answer comes first. */
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

/** Makes a pool that connects at its first statement. Does not throw: the statement does. */
export function createPool(address: Address, settings: PoolSettings): Database {
  const config = clientConfig(address, settings)
  const pool = new Pool({
    connectionTimeoutMillis: settings.queueTimeout,
    query_timeout: config.query_timeout,
    // A pool has one limit for both the wait for a free connection and the opening of a new one.
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
