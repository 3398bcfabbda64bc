/** Keeps the memory of the hub close to what it uses. The measurements are in docs/decisions/0008-the-host.md. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Collects the garbage of the start and returns its pages to the system. An idle process would keep them, because V8 shrinks its
 * heap only when something is allocated.
 *
 * `flavor` selects V8's collection for low memory (Node >= 22); an engine that does not support it collects as usual.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage | undefined
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Makes V8 collect garbage when the heap has grown by 30 %. On a machine with much memory it would wait until the heap has more
 * than doubled (docs/decisions/0033-memory.md). An engine that does not support the flag ignores it.
 */
export function growSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
