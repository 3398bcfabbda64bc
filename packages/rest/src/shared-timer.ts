/**
 * Something that runs out unless it is stopped first. All that do so are in one list, with one Node
 * timer for the earliest: a timer for every exchange, nearly always cleared unused, took 6 % of the CPU
 * of a small request. There is no timer while the list is empty, so none keeps the process alive. A
 * linked list, since what a `Set` holds outlives the young generation of the garbage collector.
 */
export abstract class Expiring {
  /** When it runs out, on the scale of `performance.now()`. */
  #due = 0
  #before: Expiring | undefined
  #after: Expiring | undefined

  /** Called at the time that {@link watch} was given, or later. Watching again from within is allowed. */
  protected abstract expire(): void

  /** Has `expire` called once `due` has come; a second call moves the time. */
  protected watch(due: number, now: number): void {
    this.#due = due
    if (this !== last && this.#after === undefined) {
      this.#before = last
      if (last === undefined) first = this
      else last.#after = this
      last = this
    }
    if (due < wakeAt) wake(due, now)
    // Late is not lost: a busy process may start many before Node comes to its timers.
    else if (wakeAt + lostAfterMs < now) wake(now, now)
  }

  /** `expire` will not be called. Harmless when it was not watched. */
  protected unwatch(): void {
    if (this !== first && this.#before === undefined) return
    if (this.#before === undefined) first = this.#after
    else this.#before.#after = this.#after
    if (this.#after === undefined) last = this.#before
    else this.#after.#before = this.#before
    // No way from one that is over to those that still run: garbage would live as long as they.
    this.#before = undefined
    this.#after = undefined
    if (first !== undefined) return
    clearTimeout(timer)
    wakeAt = Number.POSITIVE_INFINITY
  }

  /** Whether it is watched and its time has come. */
  #isDue(now: number): boolean {
    return this.#due <= now && (this === first || this.#before !== undefined)
  }

  static expireDue(): void {
    const now = performance.now()
    const over: Expiring[] = []
    let next = Number.POSITIVE_INFINITY
    for (let one = first; one !== undefined; one = one.#after) {
      if (one.#due <= now) over.push(one)
      else next = Math.min(next, one.#due)
    }
    wakeAt = Number.POSITIVE_INFINITY
    if (next < wakeAt) wake(next, now)
    // One that runs out may stop another.
    for (const one of over) if (one.#isDue(now)) one.expire()
  }
}

/** Longest delay that Node's timers take; longer ones would fire at once. */
export const maxDelayMs = 2 ** 31 - 1

/** A timer this late was a fake one, taken away with its test. The list is then looked through at once. */
const lostAfterMs = 1_000

let first: Expiring | undefined
let last: Expiring | undefined
let timer: NodeJS.Timeout | undefined
let wakeAt = Number.POSITIVE_INFINITY

function wake(at: number, now: number): void {
  clearTimeout(timer)
  wakeAt = at
  timer = setTimeout(Expiring.expireDue, Math.min(Math.ceil(at - now), maxDelayMs))
}
