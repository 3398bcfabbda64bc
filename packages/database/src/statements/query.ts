import { hash } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'
import { checkOut, limitOf, type NamedStatement, release } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import { explainLoss, isRetryable, isStalePlan } from '../errors.ts'
import type { Transaction } from './open-transaction.ts'
import { scopeOf } from './scope.ts'
import { ATTEMPTS, pauseBeforeAttempt } from './transaction.ts'

/** The connection parameter of store functions: the pool, or a transaction. */
export type Connection = Database | Transaction

/**
 * What runs single statements on one connection: a {@link Transaction}, or a client of `pg` on which an application runs a transaction of
 * its own. Errors of a client are those of the driver.
 */
export interface Session {
  query<Row extends QueryResultRow>(statement: NamedStatement): Promise<QueryResult<Row>>
}

/** Options of {@link query} and of the other functions that run one statement. */
export interface StatementOptions {
  /**
   * Milliseconds to wait for the answer. Then the statement fails like one whose connection was lost, and its connection is closed.
   * @default the limit of the pool: for {@link openDatabase}, five seconds more than `statementTimeout`
   */
  readonly timeout?: number
}

/**
 * Runs one statement and returns its rows. The statement is prepared once per connection under a name that is derived from its text.
 * The text must therefore not depend on the values: pass a list as one array (`= any(${ids})`), not as a list of parameters.
 *
 * A JavaScript array becomes a PostgreSQL array and an object becomes JSON; pass a JSON array as text
 * (`${JSON.stringify(list)}::jsonb`).
 *
 * On a pool, the statement is sent again after a serialisation failure (40001) or a deadlock (40P01), up to four times, with the pauses of
 * {@link transaction}: PostgreSQL has undone all of it.
 *
 * @throws `pg.DatabaseError` when PostgreSQL refuses the statement; {@link DatabaseError} `DATABASE_UNREACHABLE` when it
 * could not be sent (nothing was changed), `DATABASE_CONNECTION_LOST` when its answer did not arrive (it may have taken
 * effect)
 * @example
 * const rows = await query<{ total: string }>(database, sql`select sum(price) as total from lines where order_id = ${id}`)
 */
export async function query<Row extends object = Record<string, unknown>>(
  connection: Connection | Session,
  statement: Sql,
  options?: StatementOptions,
): Promise<Row[]> {
  return (await run<Row>(connection, statement, options)).rows
}

/**
 * {@link query} without a prepared statement, for a statement whose text varies, such as a list with optional filters. Preparing each
 * variant would fill the memory of the server. PostgreSQL plans the statement for its values.
 *
 * @throws the errors of {@link query}
 * @example
 * const rows = await queryOnce(database, sql`select name from products where true ${brand ? sql`and brand = ${brand}` : sql``}`)
 */
export async function queryOnce<Row extends object = Record<string, unknown>>(
  connection: Connection | Session,
  statement: Sql,
  options?: StatementOptions,
): Promise<Row[]> {
  const { text, values } = statement
  return (await send<Row>(connection, { text, values, ...limitOf(options) })).rows
}

/**
 * {@link query} for a statement that returns one row or none, such as a look-up by a key. Further rows are ignored.
 *
 * @returns the first row; undefined if there is none
 * @throws the errors of {@link query}
 * @example
 * const user = await queryFirst<User>(database, sql`select name from users where user_id = ${id}`)
 */
export async function queryFirst<Row extends object = Record<string, unknown>>(
  connection: Connection | Session,
  statement: Sql,
  options?: StatementOptions,
): Promise<Row | undefined> {
  return (await query<Row>(connection, statement, options))[0]
}

/**
 * {@link query} for a statement that returns exactly one row, such as an aggregate or an `insert ... returning`.
 *
 * @throws {Error} when it returns no row or several; the errors of {@link query}
 * @example
 * const { now } = await queryOne<{ now: Date }>(database, sql`select now()`)
 */
export async function queryOne<Row extends object = Record<string, unknown>>(
  connection: Connection | Session,
  statement: Sql,
  options?: StatementOptions,
): Promise<Row> {
  const [row, ...others] = await query<Row>(connection, statement, options)
  if (row && others.length === 0) return row
  throw new Error(
    `A statement returned ${row ? 'several rows' : 'no row'} instead of one: ${statement.text.trim().slice(0, 200)}`,
  )
}

/**
 * {@link query} for a statement whose rows are not needed.
 *
 * @returns the number of rows that it has inserted, changed, deleted or selected
 * @throws the errors of {@link query}
 * @example
 * const removed = await execute(database, sql`delete from sessions where ends_at < now()`)
 */
export async function execute(
  connection: Connection | Session,
  statement: Sql,
  options?: StatementOptions,
): Promise<number> {
  return (await run(connection, statement, options)).rowCount ?? 0
}

/**
 * Runs a script of several statements without parameters, such as a migration. Outside of a transaction, the statements share an implicit
 * transaction.
 *
 * It is not sent again after a deadlock.
 *
 * @param options - `timeout: false` waits for the answer without a limit; `statement_timeout` of PostgreSQL still
 * applies
 * @throws the errors of {@link query}
 * @example
 * await executeScript(database, 'create table a (id int); create table b (id int)')
 */
export async function executeScript(
  connection: Connection | Session,
  script: string,
  options: { readonly timeout?: number | false } = {},
): Promise<void> {
  const timeout = options.timeout === false ? LONGEST_TIMER : options.timeout
  // Once, because a script may have committed a part of itself.
  await send(connection, { text: script, ...limitOf({ timeout }) }, 1)
}

/**
 * Runs SQL that a library generates, such as a job queue: one statement with values, or a script of several statements without values.
 * Statements are not prepared. After an error the connection is closed, because a script may have left a transaction open.
 *
 * @returns the rows of all statements
 * @throws the errors of {@link query}
 * @example
 * const { rows } = await executeText(database, 'select $1::int as one', [1])
 */
export async function executeText(
  connection: Connection | Session,
  text: string,
  values?: readonly unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  const statement = { text, ...(values && values.length > 0 && { values: [...values] }) }
  if (!isPool(connection)) return joinRows(await connection.query(statement))
  const scope = scopeOf(connection)
  if (scope) return joinRows(await scope.query(statement))
  const client = await checkOut(connection)
  try {
    const results = await client.query(statement)
    release(client)
    return joinRows(results)
  } catch (error) {
    // `release` closes the connection after an error that is not from the server.
    release(client, new Error('the state of the session is unknown', { cause: error }))
    throw explainLoss(error)
  }
}

/** For a script, the driver returns one result per statement. */
function joinRows(results: QueryResult | QueryResult[]) {
  return { rows: [results].flat().flatMap(({ rows }) => rows) }
}

/** The longest time that a timer of Node.js can wait, in milliseconds: about 25 days. */
export const LONGEST_TIMER = 2 ** 31 - 1

async function run<Row extends QueryResultRow>(
  connection: Connection | Session,
  { text, values }: Sql,
  options?: StatementOptions,
): Promise<QueryResult<Row>> {
  return await send<Row>(connection, { name: nameOf(text), text, values, ...limitOf(options) })
}

/** The name of a prepared statement: a hash of its text, because PostgreSQL truncates names after 63 bytes. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

/** By a member and not by its class, because an application may have another copy of `pg`. */
function isPool(connection: Connection | Session): connection is Database {
  return 'totalCount' in connection
}

async function send<Row extends QueryResultRow>(
  connection: Connection | Session,
  statement: NamedStatement,
  attempts = ATTEMPTS,
): Promise<QueryResult<Row>> {
  if (!isPool(connection)) return await connection.query<Row>(statement)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce<Row>(connection, statement)
    } catch (error) {
      // Each attempt closes a stale connection, so that a new one is opened in the end.
      if (isStalePlan(error) && attempt <= connection.options.max) continue
      if (!isRetryable(error) || attempt >= attempts) throw error
      await pauseBeforeAttempt(attempt + 1)
    }
  }
}

async function sendOnce<Row extends QueryResultRow>(
  database: Database,
  statement: NamedStatement,
): Promise<QueryResult<Row>> {
  const scope = scopeOf(database)
  if (scope) return await scope.query<Row>(statement)
  const client = await checkOut(database)
  try {
    const result = await client.query<Row>(statement)
    release(client)
    return result
  } catch (error) {
    release(client, error)
    throw explainLoss(error)
  }
}
