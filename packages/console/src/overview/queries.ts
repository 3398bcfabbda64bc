import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../shell/session.tsx'

/** The figures of the overview. */
export type Overview = Output<'getOverview'>

/** The figures of the overview, refreshed every minute. */
export function overviewQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['overview', customer],
    queryFn: async ({ signal }) => await client.getOverview({}, { signal }),
    refetchInterval: 60_000,
  })
}
