import { hash } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'
import { checkOut, type NamedStatement, release } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import { explainLoss, isStalePlan } from '../errors.ts'
import { Transaction } from './transaction.ts'

/** The connection parameter of store functions: the pool, or a transaction. */
export type Connection = Database | Transaction

/**
 * Runs one statement and returns its rows. The statement is prepared once per connection under a name that is derived from its text.
 * The text must therefore not depend on the values: pass a list as one array (`= any(${ids})`), not as a list of parameters.
 *
 * A JavaScript array becomes a PostgreSQL array and an object becomes JSON; pass a JSON array as text
 * (`${JSON.stringify(list)}::jsonb`).
 *
 * @throws `pg.DatabaseError` when PostgreSQL refuses the statement; {@link DatabaseError} `DATABASE_UNREACHABLE` when it
 * could not be sent (nothing was changed), `DATABASE_CONNECTION_LOST` when its answer did not arrive (it may have taken
 * effect)
 * @example
 * const rows = await query<{ total: string }>(database, sql`select sum(price) as total from lines where order_id = ${id}`)
 */
export async function query<Row extends object = Record<string, unknown>>(
  connection: Connection,
  statement: Sql,
): Promise<Row[]> {
  return (await run<Row>(connection, statement)).rows
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
  connection: Connection,
  statement: Sql,
): Promise<Row[]> {
  const { text, values } = statement
  return (await send<Row>(connection, { text, values })).rows
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
  connection: Connection,
  statement: Sql,
): Promise<Row | undefined> {
  return (await query<Row>(connection, statement))[0]
}

/**
 * {@link query} for a statement that returns exactly one row, such as an aggregate or an `insert ... returning`.
 *
 * @throws {Error} when it returns no row or several; the errors of {@link query}
 * @example
 * const { now } = await queryOne<{ now: Date }>(database, sql`select now()`)
 */
export async function queryOne<Row extends object = Record<string, unknown>>(
  connection: Connection,
  statement: Sql,
): Promise<Row> {
  const [row, ...others] = await query<Row>(connection, statement)
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
export async function execute(connection: Connection, statement: Sql): Promise<number> {
  return (await run(connection, statement)).rowCount ?? 0
}

/**
 * Runs a script of several statements without parameters, such as a migration. Outside of a transaction, the statements share an implicit
 * transaction.
 *
 * @param options - `timeout: false` waits for the answer without a limit; `statement_timeout` of PostgreSQL still
 * applies
 * @throws the errors of {@link query}
 * @example
 * await executeScript(database, 'create table a (id int); create table b (id int)')
 */
export async function executeScript(
  connection: Connection,
  script: string,
  options: { readonly timeout?: false } = {},
): Promise<void> {
  await send(connection, {
    text: script,
    ...(options.timeout === false && { query_timeout: LONGEST_TIMER }),
  })
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
  connection: Connection,
  text: string,
  values?: readonly unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  const statement = { text, ...(values && values.length > 0 && { values: [...values] }) }
  if (connection instanceof Transaction) return joinRows(await connection.query(statement))
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
  connection: Connection,
  statement: Sql,
): Promise<QueryResult<Row>> {
  const { text, values } = statement
  return await send<Row>(connection, { name: nameOf(text), text, values })
}

/** The name of a prepared statement: a hash of its text, because PostgreSQL truncates names after 63 bytes. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

async function send<Row extends QueryResultRow>(
  connection: Connection,
  statement: NamedStatement,
): Promise<QueryResult<Row>> {
  if (connection instanceof Transaction) return await connection.query<Row>(statement)
  // Each attempt closes a stale connection, so that a new one is opened in the end.
  for (let attemptsLeft = connection.options.max; ; attemptsLeft -= 1) {
    const client = await checkOut(connection)
    try {
      const result = await client.query<Row>(statement)
      release(client)
      return result
    } catch (error) {
      release(client, error)
      if (!isStalePlan(error) || attemptsLeft === 0) throw explainLoss(error)
    }
  }
}
