/** Sends the statements of the store. */
import { hash } from 'node:crypto'
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Sql } from 'sql-template-tag'
import { isConflict, isServerRefusal, toStoreError, unavailable } from './unavailable.ts'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** Where a statement runs: on any connection of a pool, or on the one of a transaction. */
export type Connection = Pool | Statements

/** An object that runs single statements: a client of `pg`, or a wrapper of the application. */
export interface Statements {
  query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>
}

/**
 * Milliseconds after which a statement fails if the pool has no `query_timeout`. Statements take a few milliseconds; one that
 * takes this long waits for a server that has disappeared.
 */
const STATEMENT_LIMIT_MS = 5_000

/** How often work is attempted that PostgreSQL rolls back to end a deadlock. */
const CONFLICT_ATTEMPTS = 5

/** Runs a statement. @returns its rows */
export async function query<R extends object>(
  connection: Connection,
  statement: Sql,
): Promise<readonly R[]> {
  return (await send<R>(connection, statement)).rows
}

/** Runs a statement that has one row or none. @returns the row */
export async function queryFirst<R extends object = object>(
  connection: Connection,
  statement: Sql,
): Promise<R | undefined> {
  return (await send<R>(connection, statement)).rows[0]
}

/** Runs a statement. @returns how many rows it has inserted, changed or deleted */
export async function execute(connection: Connection, statement: Sql): Promise<number> {
  return (await send(connection, statement)).rowCount ?? 0
}

/**
 * Runs statements in one transaction, which ends with `work`. It is committed, or rolled back by closing the connection if `work`
 * has thrown. After a lost connection every further statement is refused. After a deadlock `work` runs again.
 *
 * @param limitMs milliseconds until a statement is given up; 0 for no limit but that of the pool
 */
export async function transaction<T>(
  pool: Pool,
  work: (transaction: Statements) => Promise<T>,
  limitMs = limitOf(pool),
): Promise<T> {
  const attempt = async (client: PoolClient) => {
    const limited: Statements = {
      query: async (statement) =>
        await client.query({ ...statement, ...(limitMs > 0 && { query_timeout: limitMs }) }),
    }
    await limited.query({ text: 'begin' })
    const result = await work(limited)
    const { command } = await limited.query({ text: 'commit' })
    // PostgreSQL answers this if a statement has failed and `work` continued.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction had failed.')
    return result
  }
  return await repeatConflicts(async () => await withClient(pool, attempt, () => false))
}

/** Repeats work that PostgreSQL has rolled back because of others, such as one side of a deadlock. Nothing of it has happened. */
async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (attempt === CONFLICT_ATTEMPTS || !isConflict(cause)) throw error
    }
  }
}

/** Milliseconds until a statement of a pool is given up. */
export function limitOf(pool: Pool): number {
  return pool.options.query_timeout ?? STATEMENT_LIMIT_MS
}

async function send<R extends object>(
  connection: Connection,
  { text, values }: Sql,
): Promise<QueryResult<R>> {
  const config = { name: nameOf(text), text, values }
  if (!isPool(connection)) return await connection.query<R>(config)
  const limited: QueryConfig & { query_timeout: number } = {
    ...config,
    query_timeout: limitOf(connection),
  }
  return await repeatConflicts(
    async () => await withClient(connection, (client) => client.query<R>(limited), isServerRefusal),
  )
}

/** The name under which PostgreSQL keeps the prepared statement: at most 63 characters, and different for each text. */
function nameOf(text: string): string {
  return `oauth_${hash('sha256', text, 'base64url')}`
}

function isPool(connection: Connection): connection is Pool {
  return 'totalCount' in connection
}

/**
 * Runs `work` on a connection of the pool. Not `pool.query`: it closes its connection after every error, so that a violated
 * constraint or a refused character would cost a new connection.
 *
 * @param isUsable whether the connection can be used further after this error; otherwise it is closed
 * @throws OAuthError `OAUTH_STORE_UNAVAILABLE`
 */
async function withClient<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  isUsable: (error: unknown) => boolean,
): Promise<T> {
  const client = await connect(pool)
  let isLost = false
  try {
    return await work(client)
  } catch (error) {
    isLost = !isUsable(error)
    throw toStoreError(error)
  } finally {
    // In this order, because the pool listens from the release on.
    client.release(isLost)
    client.off('error', ignore)
  }
}

/**
 * Takes a connection out of the pool. It uses a callback, which is called at once: the pool removes its own listener, and losing
 * a connection without a listener would end the process. The current statement on the connection, or the next one, fails instead.
 */
async function connect(pool: Pool): Promise<PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
  pool.connect((error, client) => {
    if (client === undefined) return reject(unavailable(error))
    client.on('error', ignore)
    resolve(client)
  })
  return await promise
}

function ignore(): void {}
