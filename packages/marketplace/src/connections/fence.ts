/** Lets only the current holder of a lease write. */
import type { Database, Transaction } from '@entrepot/database'
import type { Owner } from '../kit/principals/owner.ts'
import { type Refusal, refuse } from '../kit/shared/errors.ts'
import { takeEffect } from '../kit/sql/take-effect.ts'
import { noSuchConnection } from './route-parts.ts'
import { type Connection, lockConnection } from './store.ts'

/** A connection that a connector may write to, by its owner. */
export interface FencedWrite {
  readonly owner: Owner
  readonly connectionId: string
  /** The number of the lease that the connector holds. */
  readonly lease: number
}

/**
 * Runs the write of a connector under the lock of the connection, so that no other connector takes the lease meanwhile. A lease that has
 * expired is good until another connector has taken it.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_CONNECTION_LEASE_LOST`.
 */
export async function writeFenced<T>(
  database: Database,
  { owner, connectionId, lease }: FencedWrite,
  write: (tx: Transaction, connection: Connection) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return await takeEffect<T | Refusal>(database, async (tx) => {
    const connection = await lockConnection(tx, owner, connectionId)
    if (connection === undefined) return noSuchConnection(connectionId)
    return refuseLost(connection, lease) ?? (await write(tx, connection))
  })
}

/** Why a lease is not the current one. Undefined if it is. */
export function refuseLost(connection: Connection, lease: number): Refusal | undefined {
  const { leaseHolder, leaseNumber, connectionId } = connection
  if (leaseHolder !== null && leaseNumber === lease) return undefined
  const now =
    leaseHolder === null
      ? 'the lease was released'
      : `${JSON.stringify(leaseHolder)} has the lease ${leaseNumber}`
  const detail = `The lease ${lease} of the connection ${connectionId} has ended: ${now}. Nothing was stored. Take the lease again before you write.`
  return refuse('MARKET_CONNECTION_LEASE_LOST', detail)
}
