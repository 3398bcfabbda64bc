import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../shell/session.tsx'

/** The settings of the customer. */
export function customerQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['customer', customer],
    queryFn: async ({ signal }) => await client.getCustomer({}, { signal }),
    staleTime: 300_000,
  })
}
