import { vi } from 'vitest'

/** Time that stands still but for what the test adds to it, until the end of the block. Sockets go on. */
export interface StoppedTime extends Disposable {
  advance(ms: number): void
}

export function stopTime(): StoppedTime {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  return {
    advance: (ms) => void vi.advanceTimersByTime(ms),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  }
}
