/** The reads of what agents may do in a day. */
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** The caps of all agents. */
export function defaultCapsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['agents', customer, 'default-caps'],
    queryFn: async ({ signal }) => await client.getDefaultAgentCaps({}, { signal }),
  })
}

/** The caps of an agent, and which of them were set for it. */
export function capsQuery({ client, customer }: Session, agent: string) {
  return queryOptions({
    queryKey: ['agents', customer, 'caps', { agent }],
    queryFn: async ({ signal }) => await client.getAgentCaps({ id: agent }, { signal }),
  })
}
