import type { ConnectionOptions } from 'node:tls'
import type { ClientConfig, Pool } from 'pg'
import type { Address } from './connection-url.ts'

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
  readonly reconnectTimeout: number
}

/** Additional time for which the client waits, so that the timeout error of PostgreSQL arrives first. */
const ANSWER_MARGIN = 5_000

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
    query_timeout: settings.statementTimeout && settings.statementTimeout + ANSWER_MARGIN,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
    application_name: settings.applicationName,
  }
}

function tlsOptions({ tls }: Address): ConnectionOptions | false {
  if (tls === 'prefer') return { rejectUnauthorized: false }
  return tls
}
