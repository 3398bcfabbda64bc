import type { Output } from '@entrepot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Session } from '../hub/session.tsx'
import type { Period } from './search.ts'

/** The statistics of the overview. */
export type Overview = Output<'getOverview'>

/** The sales of a period. */
export type Sales = Output<'getSales'>

/** The statistics of the overview, refreshed every minute. The sales of a period are read by {@link salesQuery}. */
export function overviewQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['overview', customer],
    queryFn: async ({ signal }) => await client.getOverview({ sales: false }, { signal }),
    refetchInterval: 60_000,
  })
}

/** The hub reads all orders of the period, so events do not refresh them. */
const SALES_INTERVAL_MS = 300_000

/** The sales of the last days, refreshed every five minutes. */
export function salesQuery({ client, customer, timeZone }: Session, days: Period) {
  return queryOptions({
    queryKey: ['sales', customer, { days, timeZone }],
    queryFn: async ({ signal }) => await client.getSales({ days }, { signal }),
    refetchInterval: SALES_INTERVAL_MS,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
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

/** A call of an agent that waits for a person. */
export type WaitingCall = Output<'listAgentApprovals'>[number]

/** As many as are counted. */
const MANY_CALLS = 1_000

/** The calls of agents that wait for a person, the newest first. The time of one ends without anybody, so they are read every minute. */
export function waitingCallsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['approvals', customer, 'waiting'],
    queryFn: async ({ signal }) =>
      await client.listAgentApprovals({ status: 'PENDING', pageSize: MANY_CALLS }, { signal }),
    refetchInterval: 60_000,
  })
}
