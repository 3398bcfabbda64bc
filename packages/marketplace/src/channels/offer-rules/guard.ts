/** Whether a change of a price waits for a person. Pure. */
import { decimal } from '../../kit/shared/money.ts'
import { DEFAULT_GUARD_PERCENT } from './shapes/names.ts'

/**
 * Whether a change of a price that a channel knows is to be held for review: it moves by more than the percentage of the known price, or to
 * 0. A price that the channel does not know yet is never held, and neither is a missing one, which is not offered.
 *
 * @param guardPercent 0 switches the guard off
 * @example
 * guard(100, 141, 40) // true
 * guard(100, 60, 40) // false: exactly 40 percent
 * guard(null, 5, 40) // false
 */
export function guard(
  known: number | null,
  next: number | null,
  guardPercent: number = DEFAULT_GUARD_PERCENT,
): boolean {
  if (known === null || next === null || known === next || guardPercent === 0) return false
  if (next === 0) return true
  return decimal(next).minus(known).abs().times(100).gt(decimal(known).times(guardPercent))
}
