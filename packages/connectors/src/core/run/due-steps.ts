/** Which steps of a connection are due. Pure. */
import type { Step } from '../../adapter/adapter.ts'
import { isRetryDue } from '../records/held.ts'
import type { ConnectionState } from '../records/state.ts'
import type { DueStep } from './run-steps.ts'
import { type Intervals, intervalOf } from './schedule.ts'
import type { StepPlan } from './steps.ts'

export interface DueOptions {
  readonly now: number
  readonly intervals: Intervals
  /** When each step that reads the shop ran last. */
  readonly lastAt: ReadonlyMap<Step, number>
  /** Steps that a hint has named. */
  readonly named: ReadonlySet<Step>
  /** Whether all steps are to run that read the shop. */
  readonly isAll: boolean
  /** Whether a person asked for it: everything is tried again. */
  readonly isAsked: boolean
  /** The text of the hub that changes with its work. */
  readonly work: string
  /** Steps to which the settings of the connection limit it. */
  readonly allowed?: ReadonlySet<string> | undefined
}

/** The steps that are due, in their order. A step of the hub is not, while the hub says that there is nothing new. */
export function dueSteps(
  plans: readonly StepPlan[],
  state: Pick<ConnectionState, 'workSeen' | 'retryAt' | 'wanted' | 'isVerified'>,
  options: DueOptions,
): readonly DueStep[] {
  const { allowed, isAsked } = options
  return plans
    .filter(({ step }) => allowed === undefined || allowed.has(step))
    .flatMap((plan) => {
      const isRetry = isAsked || isRetryDue(plan.step, state, options.now)
      const isWanted = state.wanted.has(plan.step)
      const isDue = isRetry || isWanted || isNewAtHub(plan, state, options) || isTime(plan, options)
      return isDue ? [{ plan, isRetry }] : []
    })
}

/** All steps that the connection may run, as a dry run takes them. */
export function allowedDue(
  plans: readonly StepPlan[],
  allowed: ReadonlySet<string> | undefined,
): readonly DueStep[] {
  const chosen = plans.filter(({ step }) => allowed === undefined || allowed.has(step))
  return chosen.map((plan) => ({ plan, isRetry: false }))
}

type State = Parameters<typeof dueSteps>[1]

function isNewAtHub({ step, readsHub }: StepPlan, state: State, { work }: DueOptions): boolean {
  // The shop is asked for its newest orders after it was away.
  const isUncertain = step === 'orders' && !state.isVerified
  return readsHub && (state.workSeen.get(step) !== work || isUncertain)
}

function isTime({ step, readsShop }: StepPlan, options: DueOptions): boolean {
  return readsShop && (options.isAll || options.named.has(step) || isScheduled(step, options))
}

/** A step that comes a moment before its time runs with the others. */
const EARLY_MS = 2_000

function isScheduled(step: Step, { now, intervals, lastAt }: DueOptions): boolean {
  const last = lastAt.get(step)
  const early = Math.min(EARLY_MS, intervals.run / 4)
  return last === undefined || now >= last + intervalOf(step, intervals) * 0.9 - early
}
