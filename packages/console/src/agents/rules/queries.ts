/** The reads of the rules for agents. */
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** Which calls of agents need a person. */
export function agentRulesQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['agent-rules', customer],
    queryFn: async ({ signal }) => await client.getAgentRules({}, { signal }),
  })
}
