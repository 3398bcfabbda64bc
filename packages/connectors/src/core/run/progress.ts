/** How far a connection is: what its lease tells the hub. */
import type { Step } from '../../adapter/adapter.ts'
import type { StepsOutcome } from './run-steps.ts'

export interface Progress {
  /** Notes what a run has left behind. */
  note(outcome: Pick<StepsOutcome, 'steps' | 'failure'>, now: number): void
  /** The records that wait, by step, and for how long. Empty before the first run. */
  toLease(now: number): {
    readonly Pending?: Readonly<Record<string, number>>
    readonly LagSeconds?: number
  }
}

export function createProgress(): Progress {
  const waiting = new Map<Step, number>()
  let hasRun = false
  let behindSince: number | undefined
  return {
    note({ steps, failure }, now) {
      for (const { step, failed } of steps) waiting.set(step, failed)
      const isBehind = failure !== undefined || [...waiting.values()].some((count) => count > 0)
      behindSince = isBehind ? (behindSince ?? now) : undefined
      hasRun = true
    },
    toLease(now) {
      if (!hasRun) return {}
      const LagSeconds = behindSince === undefined ? 0 : Math.round((now - behindSince) / 1_000)
      return { Pending: Object.fromEntries(waiting), LagSeconds: Math.max(0, LagSeconds) }
    },
  }
}
