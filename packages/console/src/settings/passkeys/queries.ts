/** The reads of passkeys. */
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** The passkeys of the person. */
export function myPasskeysQuery(session: Session) {
  return callQuery(session, ['my-passkeys'], 'listMyPasskeys', {})
}
