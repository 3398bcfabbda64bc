/** Numbers that are being typed. Pure but for the language of numbers. */
import { parseNumber } from '../../../components/values/money-input.ts'

/** What a person types where the hub takes a number. An empty text is missing. */
export type Typed = number | string

/**
 * The number that was typed, as people write it in the language that they have chosen; NaN if it is none, or can be two.
 *
 * @example numberOf('49,95') // 49.95
 */
export function numberOf(typed: Typed): number {
  return typeof typed === 'number' ? typed : parseNumber(typed)
}
