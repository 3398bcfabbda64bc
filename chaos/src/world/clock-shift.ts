/**
 * Preloaded into each hub of a run (`node --import`). It moves the wall clock of the process, as an operator or NTP would: `Date`
 * is wrong by as many milliseconds as the file CHAOS_CLOCK_FILE says, and SIGUSR2 makes it read the file again. Timers and
 * `performance.now()` go on, as they do on a machine whose clock is set. It also ends a hub whose tool has ended.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CHAOS_CLOCK_FILE ?? ''
const readShift = () => Number(readFileSync(file, 'utf8'))
let shift = readShift()
process.on('SIGUSR2', () => {
  shift = readShift()
})

// A tool that was killed cannot end its hubs; they are in a session of their own, and would stay for ever.
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

// `Date()` without `new` gives text, which a class cannot.
globalThis.Date = new Proxy(ShiftedDate, {
  apply: () => new ShiftedDate().toString(),
}) as unknown as DateConstructor
