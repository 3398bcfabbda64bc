/** The reads of passkeys. */
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** The passkeys of the person. */
export function myPasskeysQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['my-passkeys', customer],
    queryFn: async ({ signal }) => await client.listMyPasskeys({}, { signal }),
  })
}
