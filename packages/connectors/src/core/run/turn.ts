/** What the turns of a runner work with, and their reports. */
import type { Client } from '@entrepot/client'
import type { Client as HttpClient } from '@entrepot/rest'
import type { Adapter, Step } from '../../adapter/adapter.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import type { CallCounts, Hub } from '../records/hub.ts'
import type { Connection, RunFailure, RunReport, Trigger } from '../records/report.ts'
import type { ConnectionState } from '../records/state.ts'
import type { Lease } from './lease.ts'
import type { ConnectionSecrets } from './open-shop.ts'
import type { Intervals } from './schedule.ts'
import type { Slots } from './slots.ts'

/** What all runners of a connector share. */
export interface RunnerContext {
  readonly hubAddress: string
  readonly holder: string
  readonly intervals: Intervals
  readonly http: HttpClient
  /** Bound the runs with steps, and the leases, that are under way. */
  readonly runs: Slots
  readonly leases: Slots
  isStopping(): boolean
  now(): number
  /** Gets the errors that are faults of the connector or of an adapter. */
  onFault(error: unknown, connection: Connection): void
}

export interface RunnerOptions {
  readonly context: RunnerContext
  readonly client: Client
  readonly customerId: number
  readonly connection: Connection
  readonly adapter: Adapter
  readonly secrets: ConnectionSecrets
}

/** Why a turn begins. */
export interface TurnOptions {
  readonly trigger: Trigger
  /** Steps that a hint has named. */
  readonly steps?: ReadonlySet<Step>
  /** Runs all steps that read the shop, whatever the schedule. */
  readonly isAll?: boolean
  /** Until when the shop is left alone after a failure, in milliseconds since 1970. The lease is renewed meanwhile. */
  readonly waitUntil?: number
}

export type Request = Lease['Requests'][number]

/** What a turn works with. */
export interface Turn {
  readonly trigger: Trigger
  readonly startedAt: Date
  readonly counts: CallCounts
  readonly hub: Hub
  readonly options: TurnOptions
}

/** The result of the work of a turn, without what all reports have. */
export type Result = Partial<
  Pick<RunReport, 'failure' | 'steps' | 'changes' | 'changesTotal' | 'findings' | 'reason'>
> & { readonly outcome?: RunReport['outcome']; readonly isDryRun?: boolean }

export const NO_COUNTS: CallCounts = { hubReads: 0, hubWrites: 0, shop: 0 }

/** The report of a turn. */
export function reportOf(
  { Id, Name, Shop }: Connection,
  { trigger, startedAt, counts }: Turn,
  result: Result,
): RunReport {
  const { failure, steps = [] } = result
  return {
    connectionId: Id,
    name: Name,
    shop: Shop,
    trigger,
    startedAt,
    finishedAt: new Date(),
    isDryRun: result.isDryRun ?? false,
    outcome: result.outcome ?? outcomeOf(steps, failure),
    ...(result.reason !== undefined && { reason: result.reason }),
    ...(failure && { failure }),
    steps,
    changes: result.changes ?? [],
    changesTotal: result.changesTotal ?? 0,
    findings: result.findings ?? [],
    calls: { ...counts },
  }
}

export interface RunOptions {
  readonly lease: Lease
  readonly state: ConnectionState
  readonly isAsked: boolean
  readonly isDryRun: boolean
  isLost(): boolean
}

export interface ServeOptions extends Omit<RunOptions, 'isAsked' | 'isDryRun'> {
  readonly request: Request | undefined
}

export type BaseOptions = Pick<RunOptions, 'isAsked' | 'isDryRun'> &
  Partial<Pick<RunOptions, 'isLost'>> & { readonly lease: number }

/** Why a turn only renewed the lease. */
export const WAITING = 'The shop is left alone for a while after a failure.'

export const LOST = 'Another process serves the connection.'

function outcomeOf(
  steps: RunReport['steps'],
  failure: RunFailure | undefined,
): RunReport['outcome'] {
  if (failure !== undefined) {
    return steps.some(({ written }) => written > 0) ? 'partly' : 'failed'
  }
  return steps.some(({ failed }) => failed > 0) ? 'partly' : 'ok'
}

export function findingOf({ message, remedy }: RunFailure): Finding {
  return { level: 'error', message, remedy }
}
