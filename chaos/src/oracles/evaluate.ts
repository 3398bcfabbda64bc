import type { Entry } from '../entries.ts'
import { evaluateAnswers, evaluateSilence } from './answers.ts'
import { evaluateArithmetic } from './arithmetic.ts'
import { evaluateAvailability } from './availability.ts'
import type { Oracle, Violation } from './oracle.ts'
import { evaluateHanging, evaluateRecovery } from './recovery.ts'
import { evaluateConstants, evaluateRegisters } from './registers.ts'
import { evaluateStock } from './stock.ts'
import { evaluateDurability, evaluateOnce } from './stored.ts'
import { evaluateSync } from './sync.ts'

/** All oracles by name. */
export const ORACLES: Readonly<Record<string, Oracle>> = {
  durability: evaluateDurability,
  'exactly once': evaluateOnce,
  values: evaluateRegisters,
  constants: evaluateConstants,
  arithmetic: evaluateArithmetic,
  stock: evaluateStock,
  availability: evaluateAvailability,
  'convergence of sync': evaluateSync,
  answers: evaluateAnswers,
  silence: evaluateSilence,
  hanging: evaluateHanging,
  recovery: evaluateRecovery,
}

/** The result of all oracles: violations by the name of the oracle. Oracles without violations have an empty list. */
export type Evaluation = ReadonlyMap<string, readonly Violation[]>

/**
 * Evaluates a history. This is a pure function, so a stored history can be evaluated again.
 *
 * @example
 * const evaluation = evaluate(await readHistory('/tmp/run.jsonl'))
 */
export function evaluate(entries: readonly Entry[]): Evaluation {
  return new Map(Object.entries(ORACLES).map(([name, oracle]) => [name, oracle(entries)]))
}

/** All violations of an evaluation. */
export function violationsOf(evaluation: Evaluation): readonly Violation[] {
  return [...evaluation.values()].flat()
}
