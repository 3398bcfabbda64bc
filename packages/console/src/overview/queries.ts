import type { Output } from '@entrepot/client'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery } from '../hub/call-query.ts'
import type { Session } from '../hub/session.tsx'
import type { Period } from './search.ts'

/** The statistics of the overview. */
export type Overview = Output<'getOverview'>

/** The sales of a period. */
export type Sales = Output<'getSales'>

/** The hub reads all orders of the period, so events do not refresh them. */
const SALES_INTERVAL_MS = 300_000

/** The sales of the last days, refreshed every five minutes. */
export function salesQuery(session: Session, days: Period) {
  const key = ['sales', { days, timeZone: session.timeZone }] as const
  return {
    ...callQuery(session, key, 'getSales', { days }),
    refetchInterval: SALES_INTERVAL_MS,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  }
}

/** An agent that waits for an approval. */
export type WaitingAgent = Output<'listHeadlessAgents'>[number]

/** More than a customer can have, so that one page has all. */
const ALL_AGENTS = 100

/** The agents that wait for an approval, the oldest first. */
export function waitingAgentsQuery(session: Session) {
  const input = { status: 'WAITING', pageSize: ALL_AGENTS } as const
  return callQuery(session, ['agents', 'waiting'], 'listHeadlessAgents', input)
}
