/** The reads of the rules for agents. */
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** Which calls of agents need a person. */
export function agentRulesQuery(session: Session) {
  return callQuery(session, ['agent-rules'], 'getAgentRules', {})
}
