import type { Pool, PoolClient } from 'pg'
import {
  explainNoConnection,
  isServerError,
  isSessionEnd,
  isStalePlan,
  sqlState,
} from '../errors.ts'

/** A statement for the driver. With a name, it is prepared once per connection. */
export interface NamedStatement {
  readonly text: string
  readonly name?: string
  readonly values?: unknown[]
  /** Milliseconds to wait for the answer, instead of the pool's own limit. */
  readonly query_timeout?: number
}

/** The limit of a statement as the driver takes it: empty for that of the pool. */
export function limitOf({ timeout }: { readonly timeout?: number | undefined } = {}): Limit {
  return timeout === undefined ? {} : { query_timeout: timeout }
}

/** See {@link limitOf}. */
export type Limit = Pick<NamedStatement, 'query_timeout'>

/**
 * Takes a connection out of the pool. Return it with {@link release}.
 *
 * @throws {DatabaseError} `DATABASE_UNREACHABLE`; the server's own error if it is permanent
 */
export async function checkOut(pool: Pool): Promise<PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
  // A callback, because it is called synchronously: the pool removes its own listener, and an 'error' event without a listener
  // ends the process. The running statement fails with the error.
  pool.connect((error, client) => {
    if (client === undefined) return reject(explainNoConnection(error))
    client.on('error', ignore)
    resolve(client)
  })
  return await promise
}

/**
 * Returns a connection to its pool. The pool keeps it after an error of PostgreSQL that does not end the session, and closes it after
 * any other error, because its state is unknown. The pool also closes it if its prepared statements are stale, or if its server has
 * become a standby, so that the next connection can reach the new primary.
 */
export function release(client: PoolClient, error?: unknown): void {
  client.off('error', ignore)
  client.release(error !== undefined && !isReusableAfter(error))
}

function isReusableAfter(error: unknown): boolean {
  return (
    isServerError(error) &&
    !isSessionEnd(error) &&
    !isStalePlan(error) &&
    sqlState(error) !== '25006'
  )
}

function ignore(): void {}
