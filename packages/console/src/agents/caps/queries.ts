/** The reads of what agents may do in a day. */
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** The caps of all agents. */
export function defaultCapsQuery(session: Session) {
  return callQuery(session, ['agents', 'default-caps'], 'getDefaultAgentCaps', {})
}

/** The caps of an agent, and which of them were set for it. */
export function capsQuery(session: Session, agent: string) {
  return callQuery(session, ['agents', 'caps', { agent }], 'getAgentCaps', { id: agent })
}
