/** Gives memory back once, when starting is over. */
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
