import { callQuery } from './call-query.ts'
import type { Session } from './session.tsx'

/** The statistics of the overview, refreshed every minute. Its sales are read apart, for a period. */
export function overviewQuery(session: Session) {
  return {
    ...callQuery(session, ['overview'], 'getOverview', { sales: false }),
    refetchInterval: 60_000,
  }
}
