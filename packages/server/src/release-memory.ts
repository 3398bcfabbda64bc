/** What keeps the memory of the hub near what it uses. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Collects the garbage of starting and gives its pages back to the system: an idle process keeps them for ever otherwise,
 * since V8 shrinks its heap only when something is allocated. 168 MB become 119, in 60 ms.
 *
 * `flavor` is Node's name for V8's collection on low memory (Node >= 22); an engine that does not know it collects as usual.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage | undefined
  setFlagsFromString('--no-expose-gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Has V8 collect garbage again when the heap has grown by three tenths, not by the double and more that it allows itself on a
 * machine with much memory: a first synchronisation of a million products then peaks a hundred megabytes lower
 * (docs/decisions/0006-sync.md). An engine without the flag does as it always did.
 */
export function growSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
