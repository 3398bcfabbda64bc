/**
 * Preloaded into each hub of a run with `node --import`. It shifts the clock of the process: `Date` is wrong by the number of milliseconds
 * in the file CHAOS_CLOCK_FILE, and SIGUSR2 makes the process read the file again. Timers and `performance.now()` are not affected, as on a
 * machine whose clock is set. It also ends the hub when its tool has ended.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CHAOS_CLOCK_FILE ?? ''
const readShift = () => Number(readFileSync(file, 'utf8'))
let shift = readShift()
process.on('SIGUSR2', () => {
  shift = readShift()
})

// A tool that was killed cannot end its hubs. They are in their own session, and would run forever.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1_000).unref()

const RealDate = Date
class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + shift
  }
}

// `Date()` without `new` returns text, which a class cannot do.
globalThis.Date = new Proxy(ShiftedDate, {
  apply: () => new ShiftedDate().toString(),
}) as unknown as DateConstructor
