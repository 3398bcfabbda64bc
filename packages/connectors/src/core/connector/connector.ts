/** The connector: serves all connections of its keys. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Adapter } from '../../adapter/adapter.ts'
import type { Connection, RunReport } from '../records/report.ts'
import { createShopClient } from '../run/open-shop.ts'
import { hubFailure } from '../run/run-steps.ts'
import { Runner } from '../run/runner.ts'
import { INTERVALS, type Intervals, pauseAfter } from '../run/schedule.ts'
import { createSlots } from '../run/slots.ts'
import type { RunnerContext } from '../run/turn.ts'
import type { Account } from './accounts.ts'
import { AllAccounts } from './all-accounts.ts'
import type { CheckedConnection, Connector, ConnectorOptions } from './connector-options.ts'
import { followHub } from './follow-hub.ts'
import { type Listener, listen } from './listen.ts'
import { type ConnectorMetrics, createMetrics } from './metrics.ts'
import { chosenOf, countByShop, type Served } from './served.ts'
import { createSleeper, type Sleeper, type Wake } from './wakes.ts'

/** How often the list of connections is read, besides events. */
const DISCOVERY_MS = 5 * 60_000

/** Creates a connector. Makes no call. */
export function createConnector(options: ConnectorOptions): Connector {
  return new RunningConnector(options)
}

class RunningConnector implements Connector {
  readonly #options: ConnectorOptions
  readonly #context: RunnerContext
  readonly #adapters: ReadonlyMap<string, Adapter>
  readonly #intervals: Intervals
  readonly #metrics: ConnectorMetrics = createMetrics()
  readonly #served = new Map<number, Served>()
  readonly #loops = new Set<Promise<void>>()
  readonly #discovery: Sleeper = createSleeper()
  readonly #accounts: AllAccounts
  /** Ends the streams of events while the connector runs. */
  #streams: AbortSignal | undefined
  #listener: Listener | undefined
  #isStopping = false
  #isRunning = false
  #lastContact = Number.NEGATIVE_INFINITY

  constructor(options: ConnectorOptions) {
    this.#options = options
    this.#intervals = { ...INTERVALS, ...options.intervals }
    this.#accounts = new AllAccounts(options, {
      onOpen: (account) => this.#follow(account),
      onFailure: (position, error) =>
        this.#log('warn', `Key ${position} of this connector does not work at the hub.`, { error }),
    })
    this.#adapters = new Map(options.adapters.map((one) => [one.description.shop, one]))
    this.#context = {
      hubAddress: options.hub,
      holder: options.holder ?? `${hostname()} ${randomBytes(6).toString('hex')}`,
      intervals: this.#intervals,
      http: createShopClient(options.http),
      runs: createSlots(options.parallel ?? 64),
      leases: createSlots(16),
      isStopping: () => this.#isStopping,
      now: () => Date.now(),
      onFault: (error, { Id }) =>
        this.#log('error', 'A step has failed.', { connection: Id, error }),
    }
  }

  get url(): string | undefined {
    return this.#listener?.url
  }

  async runOnce(
    connectionId?: number,
    { isDryRun = false }: { readonly isDryRun?: boolean } = {},
  ): Promise<readonly RunReport[]> {
    await this.#discover()
    const chosen = chosenOf(this.#served, connectionId)
    return await Promise.all(
      chosen.map((one) => (isDryRun ? this.#report(one.runner.dryRun()) : this.#runOnce(one))),
    )
  }

  async #runOnce(served: Served): Promise<RunReport> {
    const trigger = served.turns === 0 ? 'start' : 'schedule'
    served.turns += 1
    return await this.#report(served.runner.turn({ trigger, isAll: true }))
  }

  async #report(turn: Promise<RunReport>): Promise<RunReport> {
    const report = await turn
    if (report.failure?.kind !== 'hub') this.#lastContact = performance.now()
    this.#metrics.add(report)
    this.#options.onRun?.(report)
    return report
  }

  async check(connectionId?: number): Promise<readonly CheckedConnection[]> {
    await this.#discover()
    return await Promise.all(
      chosenOf(this.#served, connectionId).map(async ({ runner }) => ({
        connection: runner.connection,
        findings: await runner.check(),
      })),
    )
  }

  async run(signal: AbortSignal): Promise<void> {
    const streams = new AbortController()
    const stop = () => {
      this.#isStopping = true
      this.#discovery.wake('schedule')
      for (const { sleeper } of this.#served.values()) sleeper.wake('schedule')
      streams.abort()
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.#isRunning = true
    this.#streams = streams.signal
    try {
      await this.#listen()
      while (!this.#isStopping) {
        const pause = await this.#discoverAgain()
        if (!this.#isStopping) await this.#discovery.sleep(pause)
      }
    } finally {
      stop()
      await Promise.all(this.#loops)
      await this.close()
    }
  }

  metrics(): string {
    return this.#metrics.render(countByShop(this.#served))
  }

  async close(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#served.values()].map(({ runner }) => runner.release()))
    this.#served.clear()
    await this.#listener?.close()
    this.#listener = undefined
    await this.#context.http.close()
    await this.#accounts.close()
  }

  async #listen(): Promise<void> {
    const { listen: address } = this.#options
    if (address === undefined) return
    this.#listener = await listen(address, {
      hint: (connectionId, hint) => {
        const served = this.#served.get(connectionId)
        const steps = served?.runner.readHint(hint)
        this.#metrics.countHint(steps === undefined ? 'refused' : 'accepted')
        if (steps === undefined) return false
        served?.sleeper.wake('hint', steps)
        return true
      },
      metrics: () => this.metrics(),
      health: () => this.#health(),
    })
    this.#log('info', `Listening at ${this.#listener.url}.`)
  }

  #health() {
    const silent = performance.now() - this.#lastContact
    const isHealthy = silent < Math.max(5 * 60_000, this.#intervals.run * 5)
    const detail = isHealthy ? 'The connector works.' : 'The hub has not answered for a while.'
    return { isHealthy, detail }
  }

  /** @returns after how many milliseconds to read the list again */
  async #discoverAgain(): Promise<number> {
    try {
      await this.#discover()
    } catch (error) {
      this.#log('warn', 'The hub could not be asked for the connections.', { error })
      return pauseAfter({ outcome: 'failed', failure: hubFailure(error) }, 1, this.#intervals, 1)
    }
    return DISCOVERY_MS
  }

  #follow(account: Account): void {
    if (this.#options.events === false || this.#streams === undefined) return
    const loop = followHub(account.client, this.#streams, {
      wake: (connectionId) => this.#wake(account, connectionId),
      discover: () => this.#discovery.wake('event'),
      onEnd: (error) =>
        this.#log('warn', 'The events of the hub cannot be followed; the schedule goes on.', {
          error,
        }),
    })
    this.#start(loop)
  }

  #start(loop: Promise<void>): void {
    const tracked = loop
      .catch((error) => this.#log('error', 'A loop has failed.', { error }))
      .finally(() => this.#loops.delete(tracked))
    this.#loops.add(tracked)
  }

  /** Wakes one connection, or all that the key serves. */
  #wake(account: Account, connectionId: number | undefined): void {
    for (const [id, served] of this.#served) {
      if (connectionId === undefined ? served.account === account : id === connectionId) {
        served.sleeper.wake('event')
      }
    }
  }

  /** Reads the list of connections, and begins or ends to serve them. */
  async #discover(): Promise<void> {
    const accounts = await this.#accounts.read()
    const found = new Set<number>()
    for (const [account, connections] of accounts) {
      for (const connection of connections) {
        found.add(connection.Id)
        this.#serve(account, connection)
      }
    }
    this.#lastContact = performance.now()
    for (const [id, served] of this.#served) {
      // What a key serves that does not work at the moment, is not gone.
      if (found.has(id) || !accounts.has(served.account)) continue
      served.isOver = true
      served.sleeper.wake('schedule')
      this.#served.delete(id)
    }
  }

  #serve(account: Account, connection: Connection): void {
    if (this.#served.has(connection.Id)) return
    const adapter = this.#adapters.get(connection.Shop)
    if (adapter === undefined) {
      const { Id, Shop } = connection
      this.#log('warn', `This connector does not know the shop ${Shop}.`, { connection: Id })
      return
    }
    const { client, customerId } = account
    const secrets = this.#options.secrets(connection)
    const context = this.#context
    const served: Served = {
      runner: new Runner({ context, client, customerId, connection, adapter, secrets }),
      account,
      sleeper: createSleeper(),
      failures: 0,
      waitUntil: 0,
      turns: 0,
      isOver: false,
    }
    this.#served.set(connection.Id, served)
    if (this.#isRunning) this.#start(this.#loop(served))
  }

  /** Serves one connection until the connector stops or the connection is deleted. */
  async #loop(served: Served): Promise<void> {
    let wake: Wake = { trigger: 'start', steps: new Set() }
    while (!this.#isStopping && !served.isOver) {
      const { waitUntil } = served
      const isAll = wake.trigger === 'start'
      const report = await this.#report(served.runner.turn({ ...wake, isAll, waitUntil }))
      const pause = this.#note(report, served)
      if (this.#isStopping || served.isOver) break
      wake = await served.sleeper.sleep(pause)
    }
    await served.runner.release()
  }

  /** Notes how a turn ended. @returns after how many milliseconds the next one comes, which renews the lease at least */
  #note(report: RunReport, served: Served): number {
    const { failure, outcome } = report
    if (served.runner.hasRequests) return 0
    if (outcome === 'skipped') {
      // An event during the pause after a failure does not make it longer.
      const left = served.waitUntil - Date.now()
      const pause = this.#intervals.run * (0.9 + Math.random() / 5)
      return left > 0 ? Math.min(left, pause) : pause
    }
    served.failures = failure === undefined ? 0 : served.failures + 1
    this.#logRun(report, served)
    const pause = pauseAfter(report, served.failures, this.#intervals, Math.random())
    served.waitUntil = failure === undefined ? 0 : Date.now() + pause
    return failure === undefined ? pause : Math.min(pause, this.#intervals.run)
  }

  #logRun({ failure, outcome, steps, connectionId, name }: RunReport, { failures }: Served): void {
    const fields = { connection: connectionId, name }
    if (failure !== undefined) {
      if (failures === 1) this.#log('warn', failure.message, { ...fields, remedy: failure.remedy })
      return
    }
    const written = steps.filter((step) => step.written + step.failed > 0)
    if (written.length > 0) this.#log('info', `Run: ${outcome}.`, { ...fields, steps: written })
  }

  #log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void {
    this.#options.log?.(level, message, fields)
  }
}
