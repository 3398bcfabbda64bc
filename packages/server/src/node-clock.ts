/** The clock of this node, compared with that of the database, which all nodes share. */
import { performance } from 'node:perf_hooks'
import { type Database, outsideRehearsal } from '@entrepot/database'
import type { FastifyBaseLogger } from 'fastify'
import { readClock } from './clock-store.ts'

/**
 * Difference from which a clock is wrong. A node with such a clock would take tokens and sessions of people as expired, and end them on all
 * nodes. Identity providers refuse what it signs, and it refuses their ID tokens.
 */
export const WRONG_CLOCK_MS = 60_000

/** Time after which the clock of the database is read again. */
const FRESH_MS = 10_000

/** What people and programs are told by a node whose clock is wrong. */
export const WRONG_CLOCK =
  'The clock of this node of the hub differs from that of the database by more than a minute, so it can check no sessions and tokens. Try again in a moment: another node may answer.'

/** Refuses a request while the clock is wrong. Each scope answers it in its own form. */
export class WrongClockError extends Error {
  readonly statusCode = 503

  constructor() {
    super(WRONG_CLOCK)
  }
}

/** How far a time is from an interval in which another clock was read, in milliseconds. Pure. */
export function differenceOf(time: number, earliest: number, latest: number): number {
  return Math.max(0, earliest - time, time - latest)
}

/** Compares the clock of this node with that of the database. */
export class NodeClock {
  readonly #database: Database
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'> | undefined
  /**
   * The clock of the database minus `performance.now()`, which no change of the system's clock moves. It is between two values, because the
   * answer of the database takes time.
   */
  #offset: { readonly earliest: number; readonly latest: number } | undefined
  #measuredAt = Number.NEGATIVE_INFINITY
  #measuring: Promise<void> | undefined
  #wasWrong = false

  /** @param log gets a line when the clock becomes wrong, and when it is right again */
  constructor(database: Database, log?: Pick<FastifyBaseLogger, 'error' | 'info'>) {
    this.#database = database
    this.#log = log
  }

  /** Milliseconds by which the clocks differ at least. Zero if the database has not answered yet. */
  get difference(): number {
    if (this.#offset === undefined) return 0
    const uptime = performance.now()
    const { earliest, latest } = this.#offset
    return differenceOf(Date.now(), uptime + earliest, uptime + latest)
  }

  /**
   * Whether the clocks differ by {@link WRONG_CLOCK_MS} or more. Sees a change of the clock of this node at once, and asks the database
   * before it says so. A change of the clock of the database is seen by a call that is made ten seconds later.
   */
  async isWrong(): Promise<boolean> {
    if (this.difference < WRONG_CLOCK_MS) {
      if (performance.now() - this.#measuredAt > FRESH_MS) void this.measure()
      return false
    }
    await this.measure()
    return this.difference >= WRONG_CLOCK_MS
  }

  /** Reads the clock of the database. If it does not answer, what is known stays. Calls at the same time share one statement. */
  async measure(): Promise<void> {
    this.#measuring ??= outsideRehearsal(async () => await this.#read()).finally(() => {
      this.#measuring = undefined
    })
    await this.#measuring
  }

  async #read(): Promise<void> {
    const before = performance.now()
    this.#measuredAt = before
    const clock = await readClock(this.#database).catch(() => undefined)
    if (clock === undefined) return
    const now = clock.getTime()
    this.#offset = { earliest: now - performance.now(), latest: now - before }
    this.#logChange()
  }

  #logChange(): void {
    const isWrong = this.difference >= WRONG_CLOCK_MS
    if (isWrong === this.#wasWrong) return
    this.#wasWrong = isWrong
    const seconds = Math.round(this.difference / 1_000)
    if (isWrong)
      this.#log?.error(
        { seconds },
        'the clock of this node differs from that of the database: people and agents get 503, and /health/ready too. Synchronise both with NTP',
      )
    else this.#log?.info('the clock of this node is right again')
  }
}
