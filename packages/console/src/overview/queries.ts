import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../hub/session.tsx'

/** The statistics of the overview. */
export type Overview = Output<'getOverview'>

/** The statistics of the overview, refreshed every minute. */
export function overviewQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['overview', customer],
    queryFn: async ({ signal }) => await client.getOverview({}, { signal }),
    refetchInterval: 60_000,
  })
}

/** An agent that waits for an approval. */
export type WaitingAgent = Output<'listHeadlessAgents'>[number]

/** More than a customer can have, so that one page has all. */
const ALL_AGENTS = 100

/** The agents that wait for an approval, the oldest first. */
export function waitingAgentsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['agents', customer, 'waiting'],
    queryFn: async ({ signal }) =>
      await client.listHeadlessAgents({ status: 'WAITING', pageSize: ALL_AGENTS }, { signal }),
  })
}
