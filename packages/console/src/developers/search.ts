/** The state of the page for developers in the address. */
import { checkPageSearch, type PageSearch } from '../shell/page-search.ts'

const tabs = ['keys', 'refusals'] as const

export type DevelopersTab = (typeof tabs)[number]

/** Which part is shown, and its place. */
export interface DevelopersSearch extends PageSearch {
  readonly tab?: DevelopersTab
}

/** Reads the state from an address. What is not understood is left out. */
export function checkDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const tab = tabs.find((name) => name === search.tab)
  return { ...checkPageSearch(search), ...(tab && { tab }) }
}
