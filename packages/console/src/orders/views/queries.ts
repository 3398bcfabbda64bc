/** All reads and writes of saved views of orders. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** A saved view. */
export type SavedView = Output<'listViews'>[number]

/** The views that the person sees: the own and the shared ones. */
export function viewsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['views', customer, 'orders'],
    queryFn: async ({ signal }) => await client.listViews({ list: 'orders' }, { signal }),
  })
}
