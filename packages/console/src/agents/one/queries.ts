/** The reads of one agent, and what the two kinds of agents have in common. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

type Connected = Output<'getAgent'>
type Headless = Output<'getHeadlessAgent'>

/** An agent that acts for a person, or by itself. */
export type AnyAgent =
  | { readonly kind: 'connected'; readonly agent: Connected }
  | { readonly kind: 'headless'; readonly agent: Headless }

/** What it has used changes with every call, without an event. */
const USAGE_INTERVAL_MS = 15_000

/** More than a customer can have, so that one page has all. */
const ALL = 100

/** An agent by its id at stops, caps and approvals: the `Id` of one that acts for a person, the `ClientId` of another. */
export function anyAgentQuery({ client, customer }: Session, id: string) {
  return queryOptions({
    queryKey: ['agents', customer, 'any', { id }],
    queryFn: async ({ signal }): Promise<AnyAgent> => {
      if (/^\d+-/.test(id)) {
        return { kind: 'connected', agent: await client.getAgent({ id }, { signal }) }
      }
      const all = await client.listHeadlessAgents({ pageSize: ALL }, { signal })
      const found = all.find(({ ClientId }) => ClientId === id)
      // The hub refuses an id that nothing has, in its words.
      const agent = await client.getHeadlessAgent({ id: found?.Id ?? NONE }, { signal })
      return { kind: 'headless', agent }
    },
    refetchInterval: USAGE_INTERVAL_MS,
  })
}

/** The id of no agent. */
const NONE = 999_999_999_999_999

/** Whose events and refused calls an agent has. */
export function ownerOf({ kind, agent }: AnyAgent) {
  return {
    actor: agent.ClientId,
    ...(kind === 'connected' && { person: agent.Person.Id }),
  }
}

/** The id of an agent at stops, caps and approvals. */
export function keyOf({ kind, agent }: AnyAgent): string {
  return kind === 'connected' ? agent.Id : agent.ClientId
}
