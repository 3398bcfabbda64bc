/** Leases: one connector at a time serves a connection. */
import type { Database } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Owner } from '../../kit/principals/owner.ts'
import { isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { changeFailure } from '../events.ts'
import { type FencedWrite, writeFenced } from '../fence.ts'
import { claimLease, endLease, type Lease } from '../lease-store.ts'
import { OPEN_REQUESTS } from '../requests/store.ts'
import { noSuchConnection } from '../route-parts.ts'
import { toFailure } from '../rules.ts'
import { findConnection, lockConnection } from '../store.ts'
import type { LeaseRequest, LeaseResponse } from './schema.ts'
import { readWork } from './work.ts'

type Claimed = Lease & { readonly requests: LeaseResponse['Requests'] }

/**
 * Takes or renews the lease of a connection, by one statement.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_CONNECTION_LEASED` while another holder has it.
 */
export async function lease(
  database: Database,
  owner: Owner,
  connectionId: string,
  request: LeaseRequest,
  actor: Actor,
): Promise<LeaseResponse | Refusal> {
  const claimed = await takeEffect<Claimed | Refusal>(database, async (tx) => {
    const { Holder: holder, Seconds: seconds, Pending: pending, LagSeconds: lagSeconds } = request
    const claim = { holder, seconds, pending, lagSeconds }
    const found = await claimLease<Claimed['requests']>(
      ...([tx, owner, connectionId, claim, OPEN_REQUESTS] as const),
    )
    if (found === undefined) return await refuseClaim(tx, owner, connectionId)
    if (request.Failure !== undefined) {
      const connection = await lockConnection(tx, owner, connectionId)
      if (connection === undefined) return noSuchConnection(connectionId)
      await changeFailure(tx, owner.customerId, connection, toFailure(request.Failure), actor)
    }
    return found
  })
  if (isRefusal(claimed)) return claimed
  return {
    Number: claimed.number,
    ExpiresAt: claimed.expiresAt.toISOString(),
    IsPaused: claimed.isPaused,
    Version: claimed.version,
    Requests: claimed.requests,
    Work: await readWork(database, owner, connectionId, claimed),
  }
}

/** Ends a lease, so that another connector can take it at once. Refusals: those of `writeFenced`. */
export async function release(database: Database, write: FencedWrite): Promise<Refusal | object> {
  return await writeFenced(database, write, async (tx) => {
    await endLease(tx, write.owner.customerId, write.connectionId)
    return {}
  })
}

async function refuseClaim(
  database: Parameters<typeof findConnection>[0],
  owner: Owner,
  connectionId: string,
): Promise<Refusal> {
  const connection = await findConnection(database, owner, connectionId)
  if (connection === undefined) return noSuchConnection(connectionId)
  const { leaseHolder, leaseExpiresAt } = connection
  const detail = `${JSON.stringify(leaseHolder)} serves the connection ${connectionId} until ${leaseExpiresAt?.toISOString()}. Try again then: it may have ended.`
  return refuse('MARKET_CONNECTION_LEASED', detail)
}
