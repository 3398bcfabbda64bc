/** The clients that an operator has disabled. The list is read in the background, so that no request waits for it. */
import type { ClientStateStore } from '../store/client-states.ts'

/** Clients that are disabled. */
export interface DisabledClients {
  /** Grows with each change. */
  readonly version: number
  has(clientId: string): boolean
  /** Reads the changes of the last seconds, or everything. */
  refresh(seconds: number | undefined): Promise<void>
}

/** Makes the list of an instance; it is empty until it is refreshed. */
export function createDisabledClients(store: ClientStateStore): DisabledClients {
  let disabled: ReadonlySet<string> = new Set()
  let version = 0
  const read = async (seconds: number | undefined) => {
    const rows = await store.list(seconds)
    const next = new Set(seconds === undefined ? [] : disabled)
    for (const { clientId, disabled: isDisabled } of rows) {
      if (isDisabled) next.add(clientId)
      else next.delete(clientId)
    }
    const isSame = next.size === disabled.size && [...next].every((one) => disabled.has(one))
    if (isSame) return
    disabled = next
    version += 1
  }
  // Readings run one after another, so that an older reading cannot replace the result of a newer one. Callers that arrive while others
  // wait share their reading, so that a slow store does not cause an endless queue.
  let last: Promise<unknown> = Promise.resolve()
  const waiting = new Map<number | undefined, Promise<void>>()
  return {
    get version() {
      return version
    },
    has: (clientId) => disabled.has(clientId),
    refresh(seconds) {
      const shared = waiting.get(seconds)
      if (shared !== undefined) return shared
      const reading = last.then(() => {
        waiting.delete(seconds)
        return read(seconds)
      })
      waiting.set(seconds, reading)
      last = reading.catch(() => {})
      return reading
    },
  }
}
