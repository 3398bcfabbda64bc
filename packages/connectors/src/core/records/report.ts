/** What a run did, as values. */
import type { Schemas } from '@entrepot/client'
import type { Step } from '../../adapter/adapter.ts'
import type { Finding, ShopFailureKind } from '../../adapter/outcomes.ts'

/** Why a run began. */
export type Trigger = 'schedule' | 'hint' | 'event' | 'request' | 'start'

/** What a step did. `unchanged` are records for which nothing had to be written. */
export interface StepReport {
  readonly step: Step
  readonly read: number
  readonly written: number
  readonly unchanged: number
  readonly failed: number
  readonly milliseconds: number
}

/** What a dry run would have done. */
export interface ProposedChange {
  readonly step: Step
  readonly action: 'create' | 'update' | 'remove'
  readonly hubId?: string
  readonly shopId?: string
  /** In words: "Order A-1 with 2 lines." */
  readonly text: string
}

/** Why a run did not do everything. */
export interface RunFailure {
  /** `hub`: the hub could not be used. `internal`: a fault of the connector. The others are those of the shop. */
  readonly kind: ShopFailureKind | 'hub' | 'internal'
  readonly message: string
  readonly remedy: string
  /** Seconds after which the shop may be called again, if it said so. */
  readonly retryAfter?: number
}

/** How many calls a run made. */
export interface Calls {
  readonly hubReads: number
  readonly hubWrites: number
  /** Requests to the shop over HTTP. */
  readonly shop: number
}

/** A run of one connection. */
export interface RunReport {
  readonly connectionId: number
  readonly name: string
  readonly shop: string
  readonly trigger: Trigger
  readonly startedAt: Date
  readonly finishedAt: Date
  readonly isDryRun: boolean
  /** `skipped`: paused, or served by another process. `partly`: some steps failed, or were stopped. */
  readonly outcome: 'ok' | 'partly' | 'failed' | 'skipped'
  /** Why it was skipped. */
  readonly reason?: string
  readonly failure?: RunFailure
  /** The steps that ran, in their order. Steps for which nothing can have changed are left out. */
  readonly steps: readonly StepReport[]
  /** Of a dry run: the first 500. */
  readonly changes: readonly ProposedChange[]
  readonly changesTotal: number
  /** Of a test of the connection. */
  readonly findings: readonly Finding[]
  readonly calls: Calls
}

/** A connection as the hub answers it. */
export type Connection = Schemas['ConnectionResponse']

/** The sum of one number over the steps of a run: `total(report, 'written')`. */
export function total(
  report: Pick<RunReport, 'steps'>,
  name: 'read' | 'written' | 'unchanged' | 'failed',
): number {
  return report.steps.reduce((sum, step) => sum + step[name], 0)
}
