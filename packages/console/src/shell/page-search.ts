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
