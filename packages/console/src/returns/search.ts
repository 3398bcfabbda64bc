/** The state of the list of returns in the address. */

/** The place in the list, and the reference of the return that is being decided. */
export interface ReturnsSearch {
  readonly cursor?: string
  readonly decide?: string
  /** Only returns to decide. */
  readonly open?: true
  /** Only returns that were registered on this day in UTC, or later: `2026-11-23`. */
  readonly since?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Reads the state from an address. What is not understood is left out. */
export function checkReturnsSearch({
  cursor,
  decide,
  open,
  since,
}: Record<string, unknown>): ReturnsSearch {
  return {
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
    // The router reads digits in an address as a number.
    ...((typeof decide === 'string' || typeof decide === 'number') &&
      decide !== '' && { decide: String(decide) }),
    ...(String(open) === 'true' && { open: true as const }),
    ...(typeof since === 'string' && DAY.test(since) && { since }),
  }
}
