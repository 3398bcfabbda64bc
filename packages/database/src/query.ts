import { hash } from 'node:crypto'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'
import { checkOut, giveBack, type NamedStatement } from './check-out.ts'
import type { Database } from './client.ts'
import { explainLoss, isStalePlan } from './errors.ts'
import { Transaction } from './transaction.ts'

/** What a store function takes: it does not care whether it runs alone or within a transaction. */
export type Connection = Database | Transaction

/**
 * Runs one statement and returns its rows. The statement is prepared once a connection and named after its text, so the
 * text must not vary with the values: pass a list as one array (`= any(${ids})`), not as a list of parameters.
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
 * {@link query} for a statement that gives exactly one row, such as an aggregate or an `insert ... returning`.
 *
 * @throws {Error} when it gave none or several, and what {@link query} throws
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
    `A statement gave ${row ? 'several rows' : 'no row'} instead of one: ${statement.text.trim().slice(0, 200)}`,
  )
}

/**
 * {@link query} for a statement whose rows do not matter.
 *
 * @returns how many rows it has inserted, changed, deleted or selected
 * @throws what {@link query} throws
 * @example
 * const removed = await execute(database, sql`delete from sessions where ends_at < now()`)
 */
export async function execute(connection: Connection, statement: Sql): Promise<number> {
  return (await run(connection, statement)).rowCount ?? 0
}

/**
 * Runs a text of several statements without parameters, such as a migration. They share one implicit transaction unless
 * they run in one already.
 *
 * @param options - `timeout: false` waits for the answer as long as it takes; PostgreSQL's own `statement_timeout` holds
 * nevertheless
 * @throws what {@link query} throws
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
    ...(options.timeout === false && { query_timeout: longestTimer }),
  })
}

/** The longest time that a timer of Node.js can wait, in milliseconds: about 25 days. */
const longestTimer = 2 ** 31 - 1

async function run<Row extends QueryResultRow>(
  connection: Connection,
  statement: Sql,
): Promise<QueryResult<Row>> {
  const { text, values } = statement
  return await send<Row>(connection, { name: nameOf(text), text, values })
}

/** The same text has the same name on every connection; PostgreSQL cuts names after 63 bytes. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

async function send<Row extends QueryResultRow>(
  connection: Connection,
  statement: NamedStatement,
): Promise<QueryResult<Row>> {
  if (connection instanceof Transaction) return await connection.query<Row>(statement)
  // Each connection that is stale is closed, so that a new one comes at last.
  for (let attemptsLeft = connection.options.max; ; attemptsLeft -= 1) {
    const client = await checkOut(connection)
    try {
      const result = await client.query<Row>(statement)
      giveBack(client)
      return result
    } catch (error) {
      giveBack(client, error)
      if (!isStalePlan(error) || attemptsLeft === 0) throw explainLoss(error)
    }
  }
}
