/** Runs the steps of one connection, one after the other. */
import { RestError } from '@entrepot/rest'
import type { Step } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { beginRetry, repeatRetry } from '../records/held.ts'
import { isHubError, isLeaseLost } from '../records/hub.ts'
import type { ProposedChange, RunFailure, StepReport } from '../records/report.ts'
import { rereadOnNewSettings } from '../records/settings.ts'
import { keepHubName, type StepRun } from '../records/step-run.ts'
import type { StepPlan } from './steps.ts'

/** What all steps of a run share. */
export type RunBase = Omit<StepRun, 'step' | 'isRetry' | 'counts' | 'propose'>

/** A step to run. */
export interface DueStep {
  readonly plan: StepPlan
  /** Whether it tries again what it has left behind. */
  readonly isRetry: boolean
}

export interface StepsOutcome {
  readonly steps: readonly StepReport[]
  /** The steps that did not come to their end. */
  readonly failed: ReadonlySet<Step>
  readonly failure?: RunFailure
  /** The first error that is a fault of the connector or of an adapter. */
  readonly fault?: unknown
  /** Whether the lease is another connector's by now. */
  readonly isLost: boolean
  readonly changes: readonly ProposedChange[]
  readonly changesTotal: number
}

/** Changes of a dry run that are kept. */
const MAX_CHANGES = 500

/** Runs steps. A failure of the shop ends its step; one that concerns all of them, such as a shop that is down, ends the run. */
export async function runSteps(
  base: RunBase,
  due: readonly DueStep[],
  work: string,
): Promise<StepsOutcome> {
  const steps: StepReport[] = []
  const changes: ProposedChange[] = []
  const failed = new Set<Step>()
  let outcome: Pick<StepsOutcome, 'failure' | 'fault' | 'isLost'> = { isLost: false }
  let changesTotal = 0
  for (const { plan, isRetry } of due) {
    if (base.isOver()) break
    if (plan.after.some((before) => failed.has(before))) continue
    const counts = { read: 0, written: 0, unchanged: 0, failed: 0 }
    const { step } = plan
    const run: StepRun = {
      ...base,
      step,
      isRetry,
      counts,
      propose(change) {
        changesTotal += 1
        if (changes.length < MAX_CHANGES) changes.push({ step, ...change })
      },
    }
    const started = performance.now()
    const failure = await tryStep(run, plan)
    steps.push({ step, ...counts, milliseconds: Math.round(performance.now() - started) })
    if (failure === undefined) {
      if (!run.isOver()) noteDone(run, plan, work)
      continue
    }
    failed.add(step)
    outcome = { ...failure, ...(outcome.failure && { failure: outcome.failure }) }
    if (failure.endsRun) break
  }
  const { failure, fault, isLost } = outcome
  return {
    steps,
    failed,
    changes,
    changesTotal,
    isLost,
    ...(failure && { failure }),
    ...(fault !== undefined && { fault }),
  }
}

function noteDone(run: StepRun, plan: StepPlan, work: string): void {
  const { state, step } = run
  if (run.isDryRun) return
  if (plan.readsHub) state.workSeen.set(step, work)
  state.wanted.delete(step)
}

interface StepFailure extends Pick<StepsOutcome, 'failure' | 'fault' | 'isLost'> {
  readonly endsRun: boolean
}

async function tryStep(run: StepRun, plan: StepPlan): Promise<StepFailure | undefined> {
  try {
    if (run.isRetry) beginRetry(run)
    await keepHubName(run)
    await rereadOnNewSettings(run)
    await plan.run(run)
    return undefined
  } catch (error) {
    if (run.isRetry) repeatRetry(run)
    return toStepFailure(error, plan.step)
  }
}

/** What an error of a step means for the run. */
export function toStepFailure(error: unknown, step: Step): StepFailure {
  if (isLeaseLost(error)) return { isLost: true, endsRun: true }
  if (isHubError(error)) return { failure: hubFailure(error), isLost: false, endsRun: true }
  const failure = shopFailure(error, step)
  const isFault = failure.kind === 'internal'
  const endsRun = failure.kind === 'unavailable' || failure.kind === 'throttled'
  return { failure, isLost: false, endsRun, ...(isFault && { fault: error }) }
}

/** The failure of a call to the shop. */
export function shopFailure(error: unknown, step: string): RunFailure {
  if (ShopFailure.is(error)) {
    const { kind, message, remedy = REMEDIES[kind], retryAfter } = error
    return { kind, message, remedy, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (RestError.is(error)) {
    const message = `The shop did not answer as expected: ${error.message}`
    return { kind: 'unavailable', message, remedy: REMEDIES.unavailable }
  }
  const message = `The connector failed in the step ${step}: ${error instanceof Error ? error.message : String(error)}`
  return {
    kind: 'internal',
    message,
    remedy: 'Report this with the log of the connector. It tries again by itself.',
  }
}

const REMEDIES: Readonly<Record<ShopFailure['kind'], string>> = {
  unavailable: 'Check whether the shop can be reached. The connector tries again by itself.',
  throttled: 'Nothing has to be done: the connector waits as long as the shop asks for.',
  denied:
    'Create a new key in the shop, with the rights of the guide, and give it to the connector.',
  settings: 'Correct the settings of the connection.',
}

/** The failure of a call to the hub. */
export function hubFailure(error: unknown): RunFailure {
  const message = error instanceof Error ? error.message : String(error)
  return {
    kind: 'hub',
    message: `The hub could not be used: ${message}`,
    remedy: 'Check whether the hub runs, and whether the key has the scopes of the guide.',
  }
}
