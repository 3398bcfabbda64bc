/** The state of the page of the team in the address. */
import { checkPanelSearch, type PanelSearch } from '../search-params.ts'

const ACTIONS = ['invite', 'role', 'remove', 'sessions', 'revoke'] as const

export type TeamAction = (typeof ACTIONS)[number]

/** The place of the list, and the panel that is open, with the id of its member or invitation. */
export type TeamSearch = PanelSearch<TeamAction>

/** Reads the state from an address. What is not understood is left out. */
export function checkTeamSearch(search: Record<string, unknown>): TeamSearch {
  return checkPanelSearch(search, ACTIONS)
}
