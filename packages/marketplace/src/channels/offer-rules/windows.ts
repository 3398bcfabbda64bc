/** Which override of a product holds at a moment. Pure. */

/** The time of an override, on the wire or as a row. */
export interface Window {
  readonly From?: string | Date | null | undefined
  readonly Until?: string | Date | null | undefined
}

/**
 * The override that is active at a moment: it has begun, and has not ended. Of several, the one that began last; one without `From` only if
 * no other is active.
 *
 * @param overrides of one product and channel
 * @example
 * activeOverride([{ Price: 10 }, { Price: 8, From: '2026-11-27T00:00:00Z', Until: '2026-11-30T00:00:00Z' }], new Date())
 */
export function activeOverride<T extends Window>(overrides: readonly T[], now: Date): T | null {
  let active: T | null = null
  for (const override of overrides) {
    const isActive = momentOf(override.From, -Infinity) <= now.getTime() && !hasEnded(override, now)
    const isLater =
      active === null || momentOf(override.From, -Infinity) > momentOf(active.From, -Infinity)
    if (isActive && isLater) active = override
  }
  return active
}

/** The next moment after `now` at which another override can become the active one. Null if there is none. */
export function nextWindowChange(overrides: readonly Window[], now: Date): Date | null {
  let next = Infinity
  for (const { From, Until } of overrides) {
    for (const moment of [momentOf(From, Infinity), momentOf(Until, Infinity)]) {
      if (moment > now.getTime() && moment < next) next = moment
    }
  }
  return next === Infinity ? null : new Date(next)
}

function hasEnded({ Until }: Window, now: Date): boolean {
  return momentOf(Until, Infinity) <= now.getTime()
}

function momentOf(time: string | Date | null | undefined, missing: number): number {
  return time === null || time === undefined ? missing : new Date(time).getTime()
}
