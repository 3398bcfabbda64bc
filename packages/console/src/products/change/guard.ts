/** When a price is asked about before it is saved. Pure. */
import { abs, exact } from '../../components/values/decimal.ts'

/** The guard of channels without one of their own, and of a customer without channels, in percent. */
export const DEFAULT_GUARD_PERCENT = 40

/** A price before and after a change; null is none. */
export interface PriceStep {
  readonly before: number | null
  readonly after: number | null
}

/** Why a person is asked: the price would be 0, or would move further than the guard of a channel. */
export type Question = 'zero' | 'guard'

/**
 * Whether a person is asked before a price is saved. The guard of the hub only holds prices that a channel knows, and one that nobody knows
 * yet would be published at once.
 *
 * @example questionOf({ before: 34.95, after: 3495 }, 40) // 'guard'
 * @example questionOf({ before: 10, after: 14 }, 40) // undefined: exactly 40 percent
 */
export function questionOf(
  { before, after }: PriceStep,
  guardPercent: number,
): Question | undefined {
  if (after === null || after === before) return undefined
  if (after === 0) return 'zero'
  if (!before) return undefined
  const [known, next] = [exact(before), exact(after)]
  return abs(next - known) * exact(100) > known * exact(guardPercent) ? 'guard' : undefined
}

/**
 * The strictest of the guards. One that is switched off (0) does not count: a person who types a price is asked all the same.
 *
 * @param guards in percent
 */
export function strictestGuard(guards: readonly number[]): number {
  const on = guards.filter((percent) => percent > 0)
  return on.length === 0 ? DEFAULT_GUARD_PERCENT : Math.min(...on)
}

/** The change of a price in percent; undefined if it cannot be told. */
export function percentOf({ before, after }: PriceStep): number | undefined {
  if (!before || after === null) return undefined
  return (after / before - 1) * 100
}
