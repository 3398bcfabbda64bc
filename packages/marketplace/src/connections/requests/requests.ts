/** What people ask of connectors. */
import type { Database } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Owner } from '../../kit/principals/owner.ts'
import { type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { appendEvent } from '../events.ts'
import { noSuchConnection } from '../route-parts.ts'
import { lockConnection } from '../store.ts'
import type { RequestRequest, RequestResponse } from './schema.ts'
import { hasProblem, openRequest } from './store.ts'

/**
 * Asks something of the connector of a connection, which gets it with its lease. While the same is asked already, nothing more is stored.
 *
 * Refusals: `MARKET_INVALID_INPUT`; `MARKET_NOT_FOUND` for an unknown connection or problem.
 */
export async function createRequest(
  database: Database,
  owner: Owner,
  connectionId: string,
  { Action: action, ProblemId }: RequestRequest,
  actor: Actor,
): Promise<RequestResponse | Refusal> {
  const problemId = ProblemId ?? null
  if (problemId !== null && action !== 'retry')
    return refuseIssues([{ path: '/ProblemId', message: 'must be left out, except for retry' }])
  const { customerId } = owner
  return await takeEffect<RequestResponse | Refusal>(database, async (tx) => {
    const connection = await lockConnection(tx, owner, connectionId)
    if (connection === undefined) return noSuchConnection(connectionId)
    if (problemId !== null && !(await hasProblem(tx, customerId, connectionId, problemId)))
      return refuse('MARKET_NOT_FOUND', `The connection has no problem ${problemId}.`)
    const asked = { action, problemId }
    const { isNew, request } = await openRequest(tx, customerId, connectionId, asked)
    const more = { RequestId: request.Id, Action: action }
    if (isNew) await appendEvent(tx, customerId, connection, 'connection.requested', actor, more)
    return request
  })
}
