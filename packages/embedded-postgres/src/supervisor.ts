import { setTimeout as delay } from 'node:timers/promises'
import type { ClaimedServer } from './claim.ts'
import type { Cluster } from './cluster/cluster.ts'
import { EmbeddedPostgresError, messageOf } from './errors.ts'
import { boundLog } from './log-file.ts'
import { shutDownServer } from './server.ts'

/** Options of {@link Supervisor}. */
export interface SupervisorOptions {
  readonly cluster: Cluster
  /** Gets a running server, on `port` if it is set. */
  readonly claim: (signal: AbortSignal, port?: number) => Promise<ClaimedServer>
  readonly log: (line: string) => void
  readonly onLost: (error: EmbeddedPostgresError) => void
}

/** Pauses between attempts to restart a server, in milliseconds. The last one repeats. */
const RESTART_DELAYS = [0, 200, 500, 1_000, 2_000, 5_000]

/** Interval for checking the size of the server's log, in milliseconds. */
const LOG_CHECK_INTERVAL = 60_000

/** Keeps one server running from `start` to `stop`. If it dies, it is restarted on the same port. */
export class Supervisor {
  readonly #options: SupervisorOptions
  #claimed: ClaimedServer | undefined
  #pid = 0
  #recovery: Promise<void> | undefined
  /** Whether the server has died again while its restart was being processed. */
  #lostAgain = false
  readonly #stopping = new AbortController()
  #stopped: Promise<void> | undefined
  #logCheck: NodeJS.Timeout | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Process ID of the running server, or of the last one if none is running. */
  get pid(): number {
    return this.#pid
  }

  /** @throws {EmbeddedPostgresError} the errors of `claim` */
  async start(): Promise<ClaimedServer> {
    const claimed = await this.#claim()
    const check = () => void boundLog(this.#options.cluster.log).catch(this.#logProblem)
    this.#logCheck = setInterval(check, LOG_CHECK_INTERVAL).unref()
    return claimed
  }

  /** Restarts the server after the connection of the lock was lost. Does nothing during a restart or while stopping. */
  recover(): void {
    this.#lostAgain = this.#recovery !== undefined
    if (this.#stopped || this.#recovery) return
    this.#options.log(`PostgreSQL (process ${this.pid}) has died or closed its connections`)
    this.#recovery = this.#bringBack().finally(() => {
      this.#recovery = undefined
    })
  }

  /** Stops the server, without a restart. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  async #claim(port?: number): Promise<ClaimedServer> {
    this.#lostAgain = false
    const claimed = await this.#options.claim(this.#stopping.signal, port)
    this.#claimed = claimed
    this.#pid = claimed.server.pid
    return claimed
  }

  async #shutDown(): Promise<void> {
    clearInterval(this.#logCheck)
    this.#stopping.abort()
    await this.#recovery
    const claimed = this.#claimed
    if (!claimed) return
    this.#claimed = undefined
    // The lock is held until the server has stopped, so that no other process can take the directory before.
    await shutDownServer(this.#options.cluster, claimed.server.pid)
    await claimed.lock.release()
    this.#options.log(`PostgreSQL stopped (process ${claimed.server.pid})`)
  }

  async #bringBack(): Promise<void> {
    const port = this.#claimed?.server.port
    for (let attempt = 0; !this.#stopped; attempt++) {
      await delay(RESTART_DELAYS[Math.min(attempt, RESTART_DELAYS.length - 1)])
      try {
        await this.#claim(port)
        if (this.#lostAgain) continue
        this.#options.log(`PostgreSQL was restarted (process ${this.pid})`)
        return
      } catch (error) {
        if (this.#isTakenOver(error)) return
        if (!this.#stopped) this.#logProblem(error)
      }
    }
  }

  #isTakenOver(error: unknown): boolean {
    if (!EmbeddedPostgresError.is(error) || error.code !== 'DATABASE_IN_USE') return false
    this.#claimed = undefined
    this.#options.onLost(error)
    return true
  }

  readonly #logProblem = (error: unknown): void => {
    this.#options.log(messageOf(error))
  }
}
