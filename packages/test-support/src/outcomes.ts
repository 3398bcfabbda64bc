/** Waiting for conditions and failures in tests. */
import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition holds; fails after a minute. */
export async function until(what: string, holds: () => unknown): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline)
      throw new Error(`the condition did not hold within a minute: ${what}`)
    await delay(20)
  }
}

/** The error of a promise that must be rejected. */
export async function failureOf<E = Error & { readonly code: string }>(
  promise: Promise<unknown>,
): Promise<E> {
  const nothing = Symbol('nothing')
  const outcome = await promise.then(
    () => nothing,
    (error) => error,
  )
  if (outcome === nothing) throw new Error('it succeeded')
  return outcome
}
