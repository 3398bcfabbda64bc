/** Code whose calls must not share batches or places with others, such as code in a transaction that is undone. */
import { AsyncLocalStorage } from 'node:async_hooks'

const ALONE = new AsyncLocalStorage<boolean>()

/**
 * Runs work whose calls are never joined with those of others: within it, and in all that it calls and awaits, each call of a batcher runs at
 * once, in a batch of its own and in its own async context, and limiters run their work at once. It is for work that sees another state than
 * everybody else.
 *
 * @example
 * await runAlone(async () => await findPrice('A-1')) // one batch of one item
 */
export function runAlone<T>(work: () => T): T {
  return ALONE.run(true, work)
}

/** Runs work whose calls may be joined again, within work of {@link runAlone}. */
export function runTogether<T>(work: () => T): T {
  return ALONE.run(false, work)
}

/** Whether the code runs within {@link runAlone}: then it must not share what it finds with others. */
export function isAlone(): boolean {
  return ALONE.getStore() === true
}
