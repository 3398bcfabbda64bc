import type { Hint, Shop, Step } from '../../adapter/adapter.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import { currencyFinding } from '../merchant/currency.ts'
import {
  type CallCounts,
  countedHub,
  type Hub,
  isAway,
  isHubError,
  isLeaseLost,
} from '../records/hub.ts'
import type { Connection, RunFailure, RunReport, Trigger } from '../records/report.ts'
import { allowedSteps, countsExcludeOf } from '../records/settings.ts'
import { type ConnectionState, loadState } from '../records/state.ts'
import { allowedDue, dueSteps } from './due-steps.ts'
import { keepLease, type Lease, type LeaseOptions, releaseLease, takeLease } from './lease.ts'
import { openShop } from './open-shop.ts'
import { createProgress } from './progress.ts'
import { hasAskedShop, isWorthRecording, recordRun } from './record-run.ts'
import { hubFailure, type RunBase, runSteps, type StepsOutcome, shopFailure } from './run-steps.ts'
import { leaseSecondsOf } from './schedule.ts'
import { stepsOf } from './steps.ts'
import {
  type BaseOptions,
  findingOf,
  LOST,
  NO_COUNTS,
  type Result,
  type RunnerOptions,
  type RunOptions,
  reportOf,
  type ServeOptions,
  type Turn,
  type TurnOptions,
  WAITING,
} from './turn.ts'

/** The runner of one connection. Its turns must not overlap. */
export class Runner {
  connection: Connection
  /** Whether people have asked for more than the last turn did. */
  hasRequests = false
  readonly #options: RunnerOptions
  readonly #progress = createProgress()
  readonly #lastAt = new Map<Step, number>()
  readonly #begun = new Set<number>()
  #opened: { readonly shop: Shop } | { readonly failure: RunFailure }
  #counts: CallCounts = { ...NO_COUNTS }
  #state: ConnectionState | undefined
  #lease: Lease | undefined

  constructor(options: RunnerOptions) {
    this.#options = options
    this.connection = options.connection
    this.#opened = this.#open()
  }

  #open() {
    const { adapter, secrets, context } = this.#options
    const { http } = context
    return openShop(this.connection, { adapter, secrets, http, counts: () => this.#counts })
  }

  /** Runs what is due. Failures are in the report. */
  async turn(options: TurnOptions): Promise<RunReport> {
    const turn = this.#begin(options)
    try {
      return reportOf(this.connection, turn, await this.#work(turn))
    } catch (error) {
      if (!isHubError(error)) throw error
      // The hub can be another one afterwards, restored from a backup.
      if (isAway(error)) this.#state = undefined
      if (isLeaseLost(error)) return reportOf(this.connection, turn, this.#skippedBy(error))
      return reportOf(this.connection, turn, { failure: hubFailure(error), outcome: 'failed' })
    }
  }

  /** Reads and compares everything. Writes nothing, takes no lease and records no run. */
  async dryRun(): Promise<RunReport> {
    const turn = this.#begin({ trigger: 'request', isAll: true })
    if ('failure' in this.#opened) {
      const { failure } = this.#opened
      return reportOf(this.connection, turn, { failure, outcome: 'failed', isDryRun: true })
    }
    const state = await this.#loadState(turn.hub, '')
    const base = this.#baseOf(turn, state, { lease: 0, isDryRun: true, isAsked: true })
    const due = allowedDue(this.#plans(), allowedSteps(state.connection))
    return reportOf(this.connection, turn, {
      ...this.#resultOf(await runSteps(base, due, '')),
      isDryRun: true,
    })
  }

  /** Checks the shop. */
  async check(): Promise<readonly Finding[]> {
    if ('failure' in this.#opened) return [findingOf(this.#opened.failure)]
    const { shop } = this.#opened
    try {
      const findings = await shop.check()
      if (findings.some(({ level }) => level === 'error')) return findings
      const hub = countedHub(this.#options.client, { ...NO_COUNTS })
      const currency = await currencyFinding(hub, shop.merchant)
      return currency === undefined ? findings : [...findings, currency]
    } catch (error) {
      if (isHubError(error)) throw error
      return [findingOf(shopFailure(error, 'check'))]
    }
  }

  /** Which steps a webhook wakes. Undefined if it is not of the shop. */
  readHint(hint: Hint): readonly Step[] | undefined {
    return 'shop' in this.#opened ? this.#opened.shop.readHint?.(hint) : undefined
  }

  /** Ends the lease. */
  async release(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    if (lease === undefined) return
    const hub = countedHub(this.#options.client, { ...NO_COUNTS })
    await releaseLease(hub, this.connection.Id, lease.Number)
  }

  #begin(options: TurnOptions): Turn {
    const { client } = this.#options
    const counts = { ...NO_COUNTS }
    this.#counts = counts
    this.hasRequests = false
    return {
      trigger: options.trigger,
      startedAt: new Date(),
      counts,
      hub: countedHub(client, counts),
      options,
    }
  }

  async #work(turn: Turn): Promise<Result> {
    const { context } = this.#options
    const askedAt = performance.now()
    const leaseOptions = this.#leaseOptions(turn.hub)
    const failure = 'failure' in this.#opened ? this.#opened.failure : undefined
    const progress = this.#progress.toLease(context.now())
    const lease = await context.leases.run(() => takeLease(leaseOptions, failure, progress))
    const before = this.#state
    const state = await this.#stateFor(turn.hub, lease, leaseOptions.seconds)
    this.#lease = lease
    if (lease.IsPaused) return { outcome: 'skipped', reason: 'The connection is paused.' }
    if ('failure' in this.#opened) {
      // Another process can have the secret.
      await this.release()
      return { failure: this.#opened.failure, outcome: 'failed' }
    }
    const waiting = lease.Requests.filter(({ Id }) => !this.#begun.has(Id))
    const [request] = waiting
    this.hasRequests = waiting.length > 1
    const isSame = state === before && request === undefined
    if (isSame && context.now() < (turn.options.waitUntil ?? 0)) {
      return { outcome: 'skipped', reason: WAITING }
    }
    if (request !== undefined) this.#begun.add(request.Id)
    const keeper = keepLease(leaseOptions, askedAt, lease.Number)
    try {
      return await this.#serve(turn, { lease, state, request, isLost: () => keeper.isLost() })
    } finally {
      keeper.stop()
    }
  }

  #leaseOptions(hub: Hub): LeaseOptions {
    const { holder, intervals } = this.#options.context
    return { hub, connectionId: this.connection.Id, holder, seconds: leaseSecondsOf(intervals) }
  }

  /** What is remembered of the connection, if it can be as it was. */
  async #stateFor(hub: Hub, lease: Lease, seconds: number): Promise<ConnectionState> {
    const before = this.#lease
    const isSame = before?.Number === lease.Number && before.Version === lease.Version
    if (this.#state !== undefined && isSame) return this.#state
    const freshSince = new Date(Date.parse(lease.ExpiresAt) - seconds * 1_000).toISOString()
    const state = await this.#loadState(hub, freshSince)
    this.connection = state.connection
    this.#opened = this.#open()
    this.#state = state
    return state
  }

  async #loadState(hub: Hub, freshSince: string): Promise<ConnectionState> {
    return await loadState(hub, this.connection.Id, this.#options.customerId, freshSince)
  }

  async #serve(turn: Turn, { lease, state, request, isLost }: ServeOptions): Promise<Result> {
    const isDryRun = request?.Action === 'dry_run'
    const isAsked = request !== undefined
    const wasFailing = this.connection.Failure !== null
    const isFirst = this.connection.LastRunAt === null
    const result: Result =
      request?.Action === 'test'
        ? await this.#test()
        : await this.#runDue(turn, { lease, state, isAsked, isDryRun, isLost })
    const trigger: Trigger = request === undefined ? turn.trigger : 'request'
    const report = reportOf(this.connection, { ...turn, trigger }, { ...result, isDryRun })
    if (isLost()) return { ...result, outcome: 'skipped', reason: LOST }
    if (result.failure?.kind === 'hub') return result
    const endsFailure = wasFailing && hasAskedShop(report, this.#plans())
    if (isWorthRecording(report, { endsFailure, isFirst })) {
      await recordRun(turn.hub, lease.Number, report, request?.Id)
      this.#noteRecorded(report)
    }
    return { ...result, isDryRun }
  }

  #plans = () => ('shop' in this.#opened ? stepsOf(this.#opened.shop) : [])

  #noteRecorded({ failure, finishedAt, isDryRun, outcome }: RunReport): void {
    if (isDryRun) return
    const Since = finishedAt.toISOString()
    this.connection = { ...this.connection, LastRunAt: Since }
    // As at the hub: what failed in part says nothing about a failure of the shop.
    if (failure !== undefined && failure.kind !== 'hub') {
      const { message: Message, remedy: Remedy } = failure
      this.connection = { ...this.connection, Failure: { Message, Remedy, Since } }
    } else if (outcome === 'ok') this.connection = { ...this.connection, Failure: null }
  }

  async #test(): Promise<Result> {
    const findings = await this.check()
    return { findings, outcome: findings.some(({ level }) => level === 'error') ? 'failed' : 'ok' }
  }

  async #runDue(turn: Turn, options: RunOptions): Promise<Result> {
    const { context } = this.#options
    const { lease, state, isAsked, isDryRun } = options
    if ('failure' in this.#opened) return { failure: this.#opened.failure, outcome: 'failed' }
    const now = context.now()
    const due = dueSteps(this.#plans(), state, {
      now,
      intervals: context.intervals,
      lastAt: this.#lastAt,
      named: turn.options.steps ?? new Set(),
      isAll: turn.options.isAll ?? false,
      isAsked,
      work: lease.Work,
      allowed: allowedSteps(this.connection),
    })
    if (due.length === 0) return {}
    // A dry run must not count as what was done: it has a state of its own.
    const own = isDryRun ? await this.#loadState(turn.hub, state.freshSince) : state
    const base = this.#baseOf(turn, own, { ...options, lease: lease.Number })
    const outcome = await context.runs.run(() => runSteps(base, due, lease.Work))
    if (!isDryRun) this.#noteRun(outcome, state, now)
    if (outcome.fault !== undefined) context.onFault(outcome.fault, this.connection)
    return this.#resultOf(outcome)
  }

  /** Remembers when steps ran, and what cannot be believed any more. */
  #noteRun(outcome: StepsOutcome, state: ConnectionState, now: number): void {
    const { steps, failed, failure, isLost } = outcome
    this.#progress.note(outcome, now)
    // A step that has failed is due in the next run, which otherwise says nothing about the failure.
    for (const { step } of steps) if (!failed.has(step)) this.#lastAt.set(step, now)
    // A shop that was away can have been restored from a backup.
    if (failure?.kind === 'unavailable') state.isVerified = false
    if (failure?.kind === 'hub' || isLost) this.#state = undefined
  }

  #resultOf({ steps, failure, isLost, changes, changesTotal }: StepsOutcome): Result {
    if (isLost) return { steps, outcome: 'skipped', reason: LOST }
    return { steps, changes, changesTotal, ...(failure && { failure }) }
  }

  #baseOf(
    { hub }: Turn,
    state: ConnectionState,
    { lease, isDryRun, isAsked, isLost }: BaseOptions,
  ): RunBase {
    const { context, adapter } = this.#options
    return {
      hub,
      hubAddress: context.hubAddress,
      countsExclude: countsExcludeOf(adapter.description),
      connection: state.connection,
      lease,
      state,
      isDryRun,
      isAsked,
      isOver: () => context.isStopping() || (isLost?.() ?? false),
      now: () => context.now(),
    }
  }

  #skippedBy(error: unknown): Result {
    const { detail = LOST } = error as { detail?: string }
    this.#lease = undefined
    this.#state = undefined
    return { outcome: 'skipped', reason: detail }
  }
}
