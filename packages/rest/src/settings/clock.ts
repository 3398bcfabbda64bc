import type { TimeoutPhase } from '../http/errors/transport-errors.ts'

/** {@link Timeouts} with all defaults: milliseconds, Infinity for a timeout that is off. */
export interface Clocks {
  readonly connect: number
  readonly headers: number
  readonly idle: number
  readonly attempt: number
  readonly total: number
}

/** The phases of one exchange, in this order. */
export type ExchangePhase = 'connect' | 'headers' | 'idle'

/** When the attempt and the whole request must end: values of `performance.now()`. */
export interface Deadlines {
  readonly attempt: number
  readonly total: number
}

/** The longest delay that Node's timers take, 24.8 days; a longer one would fire at once. */
export const MAX_DELAY_MS = 2 ** 31 - 1

/** Gets the timeout that has passed. */
export interface ClockOwner {
  onExpired(phase: TimeoutPhase, limitMs: number): void
}

/**
 * All timeouts of one exchange on one timer. The timer is set for the earliest moment at which any of them
 * can pass, including those of later phases. So a change of phase only notes the time, and most requests
 * set the timer once and clear it once.
 */
export class PhaseClock {
  readonly #clocks: Clocks
  readonly #deadlines: Deadlines
  readonly #owner: ClockOwner
  #phase: ExchangePhase = 'connect'
  #phaseStart: number
  #paused = false
  #timer: NodeJS.Timeout | undefined

  constructor(clocks: Clocks, deadlines: Deadlines, now: number, owner: ClockOwner) {
    this.#clocks = clocks
    this.#deadlines = deadlines
    this.#owner = owner
    this.#phaseStart = now
    this.#arm(now)
  }

  /** Enters a phase, or starts the same one again (`idle`, with every piece of the body). */
  enter(phase: ExchangePhase): void {
    this.#phase = phase
    // The time is needed only if this phase can be shorter than the attempt.
    if (this.#clocks[phase] < this.#clocks.attempt) this.#phaseStart = performance.now()
  }

  /** The reader asked for a pause: `idle` does not run until `resume`. */
  pause(): void {
    this.#paused = true
  }

  /** The reader goes on. */
  resume(): void {
    this.#paused = false
    this.enter(this.#phase)
  }

  /** Begins again with `connect`, for a request that is sent once more. Keeps the deadlines. */
  restart(): void {
    this.stop()
    this.#phase = 'connect'
    this.#phaseStart = performance.now()
    this.#arm(this.#phaseStart)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #arm(now: number): void {
    const { headers, idle } = this.#clocks
    const { attempt, total } = this.#deadlines
    const phaseEnd = this.#phaseEnd(now)
    const later = this.#phase === 'idle' ? idle : Math.min(headers, idle)
    const next = Math.min(phaseEnd, now + later, attempt, total)
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => this.#expire(), Math.min(Math.ceil(next - now), MAX_DELAY_MS))
  }

  #phaseEnd(now: number): number {
    const limit = this.#clocks[this.#phase]
    // The start of such a phase has not been noted: the deadline of the attempt applies.
    if (limit >= this.#clocks.attempt) return this.#deadlines.attempt
    return (this.#paused ? now : this.#phaseStart) + limit
  }

  #expire(): void {
    const now = performance.now()
    const { attempt, total } = this.#deadlines
    if (now >= total) this.#owner.onExpired('total', this.#clocks.total)
    else if (now >= this.#phaseEnd(now) && this.#clocks[this.#phase] < this.#clocks.attempt) {
      this.#owner.onExpired(this.#phase, this.#clocks[this.#phase])
    } else if (now >= attempt) this.#owner.onExpired('attempt', this.#clocks.attempt)
    else this.#arm(now)
  }
}
