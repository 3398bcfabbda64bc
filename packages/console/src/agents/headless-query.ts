import { queryOptions } from '@tanstack/react-query'
import { readPage } from '../hub/api.ts'
import type { Session } from '../hub/session.tsx'

/** More than a customer can have, so that all are on one page. */
const ALL = 100

/** All headless agents of the customer. */
export function headlessQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['agents', customer, 'headless'],
    queryFn: async ({ signal }) =>
      await readPage(client, 'listHeadlessAgents', { pageSize: ALL }, signal),
  })
}
