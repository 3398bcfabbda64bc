/** All reads and writes of saved views of orders. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** A saved view. */
export type SavedView = Output<'listViews'>[number]

/** The views that the person sees: the own and the shared ones. */
export function viewsQuery(session: Session) {
  return callQuery(session, ['views', 'orders'], 'listViews', { list: 'orders' })
}
