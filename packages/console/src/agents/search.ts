/** The search parameters of the page of agents: the position in the list, and the open panel with the id of its headless agent. */
import type { InferOutput } from 'valibot'
import { panelSearch } from '../search-params.ts'

export const agentsSearch = panelSearch([
  'create',
  'approve',
  'reject',
  'end',
  'sign-in',
  'stop-all',
  'resume-all',
])

export type AgentAction = NonNullable<InferOutput<typeof agentsSearch>['action']>
