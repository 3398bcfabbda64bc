import postgres, { type Sql, type TransactionSql } from 'postgres'
import type { Address } from './connection-url.ts'
import { guardTransactions } from './guard.ts'

/**
 * The pool: the client of postgres.js, whose tagged templates are statements with bound parameters.
 * `numeric` and `int8` arrive as strings (nothing is rounded), `timestamptz` and `date` as `Date`, `json` as values.
 *
 * @example
 * const [row] = await database<{ total: string }[]>`select sum(price) as total from lines where order_id = ${id}`
 */
export type Database = Sql

/** A transaction's connection, as {@link transaction} hands it out. Unusable once the transaction has ended. */
export type Transaction = TransactionSql

/** What a store function takes: it does not care whether it runs alone or within a transaction. */
export type Connection = Database | Transaction

/** How a client behaves; all times are milliseconds. */
export interface ClientOptions {
  readonly maxConnections: number
  readonly connectTimeout: number
  /** 0 means no limit. */
  readonly statementTimeout: number
  /** 0 means no limit. */
  readonly idleInTransactionTimeout: number
  readonly applicationName: string
  /** `null` keeps connections for ever; otherwise the driver renews them after 30 to 60 minutes. */
  readonly maxLifetime?: null
  /** Whether arrays are understood; see {@link keepTypes}. */
  readonly fetchTypes?: boolean
  /** Called each time a connection of the client has closed. */
  readonly onClose?: () => void
}

/** Makes a client that connects at its first statement. Does not throw: the statement does. */
export function createClient(address: Address, options: ClientOptions): Database {
  const client = postgres({
    ...(address.path ? { path: address.path } : { host: address.host }),
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl: address.tls,
    max: options.maxConnections,
    connect_timeout: options.connectTimeout / 1000,
    backoff: reconnectDelay,
    fetch_types: options.fetchTypes ?? false,
    ...(options.maxLifetime === null && { max_lifetime: null }),
    // The default prints notices ("relation exists, skipping") to the console.
    onnotice: () => {},
    onclose: () => options.onClose?.(),
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeout,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeout,
    },
  })
  return guardTransactions(client)
}

/**
 * Ends the driver's habit to ask each new connection for the array types, once the first has: nothing catches the
 * rejection when a connection dies during that question, which would end the process (seen with postgres.js 3.4.9 when
 * PostgreSQL is killed under load). Arrays of types that are created later arrive as text.
 */
export function keepTypes(database: Database): void {
  database.options.fetch_types = false
}

/**
 * Seconds before a lost connection is opened again. The driver's default grows to 20 s; a PostgreSQL that was killed is
 * back within a second or two, and requests wait for it.
 */
function reconnectDelay(retries: number): number {
  return Math.min(0.05 * 2 ** retries, 1) * (0.5 + Math.random() / 2)
}
