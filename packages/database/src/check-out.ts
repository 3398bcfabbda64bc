import type { Pool, PoolClient } from 'pg'
import {
  explainNoConnection,
  isServerError,
  isSessionEnd,
  isStalePlan,
  sqlState,
} from './errors.ts'

/** A statement as the driver takes it; with a name it is prepared once a connection. */
export interface NamedStatement {
  readonly text: string
  readonly name?: string
  readonly values?: unknown[]
  /** Milliseconds to wait for the answer, instead of the pool's own limit. */
  readonly query_timeout?: number
}

/**
 * Takes a connection out of the pool; give it back with {@link giveBack}.
 *
 * @throws {DatabaseError} `DATABASE_UNREACHABLE`; a refusal of the server that will not pass by itself as it is
 */
export async function checkOut(pool: Pool): Promise<PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
  // A callback, since it is called at once: the pool takes its own listener away, and the loss of a connection that has none
  // ends the process. The statement under way fails with it.
  pool.connect((error, client) => {
    if (client === undefined) return reject(explainNoConnection(error))
    client.on('error', ignore)
    resolve(client)
  })
  return await promise
}

/**
 * Gives a connection back to its pool. It is closed there unless PostgreSQL itself has refused a statement and goes on: after
 * any other error nobody knows its state. It is also closed when its prepared statements are stale, and when its server has
 * become a standby: the next connection may reach the new primary.
 */
export function giveBack(client: PoolClient, error?: unknown): void {
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
