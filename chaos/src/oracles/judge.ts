import type { Entry } from '../entries.ts'
import { judgeAnswers, judgeSilence } from './answers.ts'
import { judgeArithmetic } from './arithmetic.ts'
import type { Oracle, Violation } from './oracle.ts'
import { judgeHanging, judgeRecovery } from './recovery.ts'
import { judgeConstants, judgeRegisters } from './registers.ts'
import { judgeDurability, judgeOnce } from './stored.ts'
import { judgeSync } from './sync.ts'

/** All oracles by name. */
export const ORACLES: Readonly<Record<string, Oracle>> = {
  durability: judgeDurability,
  'exactly once': judgeOnce,
  values: judgeRegisters,
  constants: judgeConstants,
  arithmetic: judgeArithmetic,
  'convergence of sync': judgeSync,
  answers: judgeAnswers,
  silence: judgeSilence,
  hanging: judgeHanging,
  recovery: judgeRecovery,
}

/** The result of all oracles: violations by the name of the oracle. Oracles without violations have an empty list. */
export type Verdict = ReadonlyMap<string, readonly Violation[]>

/**
 * Judges a history. This is a pure function, so a stored history can be judged again.
 *
 * @example
 * const verdict = judge(await readHistory('/tmp/run.jsonl'))
 */
export function judge(entries: readonly Entry[]): Verdict {
  return new Map(Object.entries(ORACLES).map(([name, oracle]) => [name, oracle(entries)]))
}

/** All violations of a verdict. */
export function violationsOf(verdict: Verdict): readonly Violation[] {
  return [...verdict.values()].flat()
}
