/** Waits that end early: a connection sleeps until its time, or until something wakes it. */
import type { Step } from '../../adapter/adapter.ts'
import type { Trigger } from '../records/report.ts'

/** Why a connection is awake. */
export interface Wake {
  readonly trigger: Trigger
  /** Steps that a hint has named. */
  readonly steps: ReadonlySet<Step>
}

export interface Sleeper {
  /** Wakes now, or prevents the next sleep. Several wakes before it are one. */
  wake(trigger: Trigger, steps?: readonly Step[]): void
  /** Sleeps. @returns why it ended */
  sleep(ms: number): Promise<Wake>
}

/** Shortest time between two wakes, so that many hints make few runs. */
const GAP_MS = 1_000

/** Creates a sleeper. `gapMs` is the shortest sleep. */
export function createSleeper(gapMs: number = GAP_MS): Sleeper {
  let pending: { trigger: Trigger; readonly steps: Set<Step> } | undefined
  let end: (() => void) | undefined
  let isEarly = false
  return {
    wake(trigger, steps = []) {
      pending ??= { trigger, steps: new Set() }
      if (trigger === 'request') pending.trigger = trigger
      for (const step of steps) pending.steps.add(step)
      if (!isEarly) end?.()
    },
    async sleep(ms) {
      isEarly = true
      await wait(Math.min(gapMs, ms))
      isEarly = false
      if (pending === undefined) await wait(Math.max(0, ms - gapMs))
      const wake = pending ?? { trigger: 'schedule' as const, steps: new Set<Step>() }
      pending = undefined
      return wake
    },
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
