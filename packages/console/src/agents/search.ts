/** The state of the page of agents in the address. */
import { checkPanelSearch, type PanelSearch } from '../search-params.ts'

const ACTIONS = ['create', 'approve', 'reject', 'end'] as const

export type AgentAction = (typeof ACTIONS)[number]

/** The place of the list of connected agents, and the panel that is open, with the id of its headless agent. */
export type AgentsSearch = PanelSearch<AgentAction>

/** Reads the state from an address. What is not understood is left out. */
export function checkAgentsSearch(search: Record<string, unknown>): AgentsSearch {
  return checkPanelSearch(search, ACTIONS)
}
