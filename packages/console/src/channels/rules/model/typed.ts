/** Numbers that are being typed. */
import { parseNumber } from '../../../components/values/money-input.ts'

/** What a person types where the hub takes a number. An empty text is missing. */
export type Typed = number | string

/**
 * The number that was typed, in the language in which the person reads numbers; NaN if it is none.
 *
 * @example numberOf('49,95') // 49.95
 */
export function numberOf(typed: Typed): number {
  return typeof typed === 'number' ? typed : parseNumber(typed)
}
