/** The reads of the pages of shops. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../hub/call-query.ts'
import { listQuery } from '../hub/list-query.ts'
import type { Session } from '../hub/session.tsx'
import type { ProblemKind } from './search.ts'

/** A connection to a shop, as the hub answers it. */
export type Connection = Output<'getConnection'>

/** What a connector says of the shops of one kind. */
export type Connector = Output<'listConnectors'>[number]

/** A run of a connection with everything about it. */
export type Run = Output<'getConnectionRun'>

/** A run in the list of runs. */
export type ListedRun = Output<'listConnectionRuns'>[number]

/** There is no event for a run that changes nothing, so what is shown is read again in this interval of milliseconds. */
export const CONNECTION_INTERVAL_MS = 10_000

/** How often it is asked whether a run that a person waits for has ended, in milliseconds. */
const WAIT_INTERVAL_MS = 1_500

/** A page of the connections. */
export function connectionsQuery(session: Session, cursor?: string) {
  return {
    ...listQuery(session, 'connections', 'listConnections', { ...(cursor && { cursor }) }),
    refetchInterval: CONNECTION_INTERVAL_MS,
  }
}

/** One connection. */
export function connectionQuery(session: Session, id: number) {
  return {
    ...callQuery(session, ['connections', 'one', id], 'getConnection', { id }),
    refetchInterval: CONNECTION_INTERVAL_MS,
  }
}

/** What connectors have said of the shops that they know, by the names of the shops. */
export function connectorsQuery(session: Session) {
  return {
    ...callQuery(session, ['connectors'], 'listConnectors', {}),
    // A connector says it when it starts, and there is no event for it.
    refetchInterval: CONNECTION_INTERVAL_MS,
  }
}

/** A page of the runs of a connection, the newest first. */
export function runsQuery(session: Session, id: number, cursor?: string) {
  return {
    ...listQuery(session, 'connections', 'listConnectionRuns', { id, ...(cursor && { cursor }) }),
    refetchInterval: CONNECTION_INTERVAL_MS,
  }
}

/** One run. It does not change. */
export function runQuery(session: Session, id: number, runId: number) {
  return {
    ...callQuery(session, ['connections', 'run', id, runId], 'getConnectionRun', { id, runId }),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** Newest runs among which the answer to a request is looked for. */
const ANSWER_RUNS = 100

/** The run that answers a request; null until there is one. */
export function answerQuery({ client, customer }: Session, id: number, requestId: number) {
  return queryOptions({
    queryKey: ['connections', customer, 'answer', id, requestId],
    queryFn: async ({ signal }) => {
      const runs = await client.listConnectionRuns({ id, pageSize: ANSWER_RUNS }, { signal })
      return runs.find(({ RequestId }) => RequestId === requestId) ?? null
    },
    refetchInterval: ({ state }) => (state.data ? false : WAIT_INTERVAL_MS),
  })
}

/** A page of what was not carried over. */
export function problemsQuery(
  session: Session,
  id: number,
  { kind, cursor }: { readonly kind: ProblemKind | undefined; readonly cursor: string | undefined },
) {
  return {
    ...listQuery(session, 'connections', 'listConnectionProblems', {
      id,
      ...(kind && { kind }),
      ...(cursor && { cursor }),
    }),
    refetchInterval: CONNECTION_INTERVAL_MS,
  }
}
