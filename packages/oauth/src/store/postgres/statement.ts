/** Sends the statements of the store: `@entrepot/database` with a short limit, and the errors of a store. */

import type { Database, Session, Sql, Transaction } from '@entrepot/database'
import * as database from '@entrepot/database'
import { toStoreError } from './unavailable.ts'

export { empty, join, raw, type Session, type Sql, sql } from '@entrepot/database'

/** Where a statement runs: on any connection of a pool, or on the one of a transaction. */
export type Connection = Database | Session

/**
 * Milliseconds after which a statement fails if the pool has no `query_timeout`. Statements take a few milliseconds; one that
 * takes this long waits for a server that has disappeared.
 */
const STATEMENT_LIMIT_MS = 5_000

/** Runs a statement. @returns its rows */
export async function query<R extends object>(
  connection: Connection,
  statement: Sql,
): Promise<readonly R[]> {
  return await send(connection, (limit) => database.query<R>(connection, statement, limit))
}

/** Runs a statement that has one row or none. @returns the row */
export async function queryFirst<R extends object = object>(
  connection: Connection,
  statement: Sql,
): Promise<R | undefined> {
  return await send(connection, (limit) => database.queryFirst<R>(connection, statement, limit))
}

/** Runs a statement. @returns how many rows it has inserted, changed or deleted */
export async function execute(connection: Connection, statement: Sql): Promise<number> {
  return await send(connection, (limit) => database.execute(connection, statement, limit))
}

/** Runs statements in one transaction, as that of `@entrepot/database`. Errors of `work` are those of a store, too. */
export async function transaction<T>(
  pool: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return await send(pool, (limit) => database.transaction(pool, work, limit))
}

/** Milliseconds until a statement of a pool is given up. */
export function limitOf(pool: Database): number {
  return pool.options.query_timeout ?? STATEMENT_LIMIT_MS
}

/** Statements in a transaction have its limit and its errors. */
async function send<T>(
  connection: Connection,
  run: (limit: { readonly timeout?: number }) => Promise<T>,
): Promise<T> {
  if (!('totalCount' in connection)) return await run({})
  try {
    return await run({ timeout: limitOf(connection) })
  } catch (error) {
    throw toStoreError(error)
  }
}
