/** The state of the page of the team in the address. */
import { checkPageSearch } from '../shell/page-search.ts'

const actions = ['invite', 'role', 'remove', 'sessions', 'revoke'] as const

export type TeamAction = (typeof actions)[number]

/** The place of the list, and the panel that is open. */
export interface TeamSearch {
  readonly cursor?: string
  readonly action?: TeamAction
  /** The member or the invitation of the panel. */
  readonly id?: number
}

/** Reads the state from an address. What is not understood is left out. */
export function checkTeamSearch(search: Record<string, unknown>): TeamSearch {
  const { cursor } = checkPageSearch(search)
  const action = actions.find((name) => name === search.action)
  const id = Number(search.id)
  return {
    ...(cursor && { cursor }),
    ...(action && { action }),
    ...(Number.isSafeInteger(id) && id > 0 && { id }),
  }
}
