/**
 * When what failed is tried again. Each step has one time for all that it has left behind: an hour after the first of it. Only a retry ends the
 * wait, and people who ask for a run do not have to wait.
 */
import type { Step } from '../../adapter/adapter.ts'

/** How long a step waits until it tries again what it has left behind. */
const RETRY_MS = 60 * 60_000

/** The part of the state of a connection that says when steps try again what they have left behind, in milliseconds since 1970. */
interface Times {
  readonly retryAt: Map<Step, number>
}

/** The part of a run of a step. */
interface Run {
  readonly step: Step
  readonly state: Times & { readonly held: Held }
  now(): number
}

/** Whether a step tries again now what it has left behind. */
export function isRetryDue(step: Step, { retryAt }: Times, now: number): boolean {
  const time = retryAt.get(step)
  return time !== undefined && time <= now
}

/** The step has left something behind. */
export function noteLeft({ state, now, step: own }: Run, step = own): void {
  if (!state.retryAt.has(step)) state.retryAt.set(step, now() + RETRY_MS)
}

/** Lets a step that has left something behind try it again at its next run, because something was changed for it. */
export function retrySoon({ retryAt }: Times, step: Step): void {
  if (retryAt.has(step)) retryAt.set(step, 0)
}

/** Begins a retry: what fails again is noted anew. */
export function beginRetry({ state, step }: Run): void {
  state.held.release(step)
  state.retryAt.delete(step)
}

/** Lets a retry that a failure of the shop or of the hub has ended be made again. */
export function repeatRetry({ state, step }: Run): void {
  state.retryAt.set(step, 0)
}

/** Most records that are remembered. The oldest are forgotten, and so tried again earlier. */
const MAX_HELD = 10_000

/**
 * Records that a shop did not take, although the hub offers them again and again. They wait until they change, or until their step tries again.
 */
export interface Held {
  /** Whether the record is held back with the same content. */
  has(key: string, content: string): boolean
  /** Holds a record back until a retry of the step. */
  add(step: Step, key: string, content: string): void
  /** Lets the records of a step be tried again. */
  release(step: Step): void
}

/** Remembers records in memory. */
export function createHeld(): Held {
  const records = new Map<string, { readonly content: string; readonly step: Step }>()
  return {
    has: (key, content) => records.get(key)?.content === content,
    add(step, key, content) {
      records.delete(key)
      records.set(key, { content, step })
      const [oldest] = records.keys()
      if (records.size > MAX_HELD && oldest !== undefined) records.delete(oldest)
    },
    release(step) {
      for (const [key, one] of records) if (one.step === step) records.delete(key)
    },
  }
}
