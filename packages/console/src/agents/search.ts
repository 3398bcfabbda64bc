/** The state of the page of agents in the address. */
import { checkPageSearch } from '../shell/page-search.ts'

const actions = ['create', 'approve', 'reject', 'end'] as const

export type AgentAction = (typeof actions)[number]

/** The place of the list of connected agents, and the panel that is open. */
export interface AgentsSearch {
  readonly cursor?: string
  readonly action?: AgentAction
  /** The headless agent of the panel. */
  readonly id?: number
}

/** Reads the state from an address. What is not understood is left out. */
export function checkAgentsSearch(search: Record<string, unknown>): AgentsSearch {
  const { cursor } = checkPageSearch(search)
  const action = actions.find((name) => name === search.action)
  const id = Number(search.id)
  return {
    ...(cursor && { cursor }),
    ...(action && { action }),
    ...(Number.isSafeInteger(id) && id > 0 && { id }),
  }
}
