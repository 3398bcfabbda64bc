/** The state of a simple list in the address: its place, and what is searched. */

/** The state of a list. */
export interface PageSearch {
  readonly cursor?: string
  readonly q?: string
}

/** Reads the state from an address. What is not understood is left out. */
export function checkPageSearch({ cursor, q }: Record<string, unknown>): PageSearch {
  return {
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
    // The router reads digits in an address as a number.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  }
}

/** The state of a list with panels: its place, what is done in the panel, and the record of it. */
export interface PanelSearch<Action extends string> {
  readonly cursor?: string
  readonly action?: Action
  readonly id?: number
}

/** Reads the state of a list with panels for the given actions. What is not understood is left out. */
export function checkPanelSearch<Action extends string>(
  search: Record<string, unknown>,
  actions: readonly Action[],
): PanelSearch<Action> {
  const { cursor } = checkPageSearch(search)
  const action = actions.find((name) => name === search.action)
  const id = Number(search.id)
  return {
    ...(cursor && { cursor }),
    ...(action && { action }),
    ...(Number.isSafeInteger(id) && id > 0 && { id }),
  }
}
