/** The search parameters of the page of one agent. */
import * as v from 'valibot'
import { listEntries, searchSchema } from '../../search-params.ts'

/** Which tab is shown, the position in its list, and the open panel. */
export const agentSearch = searchSchema({
  cursor: listEntries.cursor,
  tab: v.picklist(['did', 'refused', 'approvals']),
  action: v.picklist(['stop', 'resume', 'limits', 'end']),
})

export type AgentTab = NonNullable<v.InferOutput<typeof agentSearch>['tab']>
export type OneAgentAction = NonNullable<v.InferOutput<typeof agentSearch>['action']>
