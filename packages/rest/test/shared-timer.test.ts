import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Expiring } from '../src/shared-timer.ts'

class Alarm extends Expiring {
  readonly ranOutAt: number[] = []
  onExpire = () => {}

  start(delay: number): void {
    this.watch(performance.now() + delay, performance.now())
  }

  stop(): void {
    this.unwatch()
  }

  protected override expire(): void {
    this.ranOutAt.push(performance.now())
    this.unwatch()
    this.onExpire()
  }
}

const fake = { toFake: ['setTimeout', 'clearTimeout', 'performance'] } as const

describe('clocks on one timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: [...fake.toFake] }))
  afterEach(() => void vi.useRealTimers())

  test('run out each at its own time, whatever is started, moved and stopped in between', () => {
    const step = fc.record({
      alarm: fc.nat(4),
      delay: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 50 })),
      wait: fc.nat(20),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const alarms = Array.from({ length: 5 }, () => new Alarm())
        const expected = alarms.map(() => [] as number[])
        const due: (number | undefined)[] = alarms.map(() => undefined)
        for (const { alarm, delay, wait } of [...steps, { alarm: 0, delay: 1, wait: 60 }]) {
          if (delay === undefined) alarms[alarm]?.stop()
          else alarms[alarm]?.start(delay)
          due[alarm] = delay === undefined ? undefined : performance.now() + delay
          vi.advanceTimersByTime(wait)
          due.forEach((time, i) => {
            if (time === undefined || time > performance.now()) return
            expected[i]?.push(time)
            due[i] = undefined
          })
        }
        const rounded = (times: readonly number[]) => times.map((time) => Math.round(time))
        expect(alarms.map(({ ranOutAt }) => rounded(ranOutAt))).toEqual(expected.map(rounded))
        expect(vi.getTimerCount()).toBe(0)
      }),
    )
  })

  test('may stop and start each other while they run out', () => {
    const [first, second, third] = [new Alarm(), new Alarm(), new Alarm()]
    first.onExpire = () => {
      second.stop()
      third.start(5)
    }
    for (const alarm of [first, second, third]) alarm.start(10)
    vi.advanceTimersByTime(10)
    expect([first, second, third].map(({ ranOutAt }) => ranOutAt.length)).toEqual([1, 0, 0])
    vi.advanceTimersByTime(5)
    expect(third.ranOutAt).toHaveLength(1)
  })

  test('leave no timer behind that would keep the process alive', () => {
    const alarm = new Alarm()
    alarm.start(1_000)
    expect(vi.getTimerCount()).toBe(1)
    alarm.stop()
    alarm.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('run out when they are due, though another starts before a late timer is heard', async () => {
    vi.useRealTimers()
    const [early, late] = [new Alarm(), new Alarm()]
    early.start(5)
    const busyUntil = performance.now() + 10
    while (performance.now() < busyUntil);
    late.start(60_000)
    onTestFinished(() => late.stop())
    await expect.poll(() => early.ranOutAt).toHaveLength(1)
  })

  test('run out though their timer was a fake one that has been taken away', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [lost, next] = [new Alarm(), new Alarm()]
    lost.start(1)
    vi.useRealTimers()
    const now = performance.now()
    while (performance.now() < now + 1_010);
    next.start(60_000)
    onTestFinished(() => next.stop())
    await expect.poll(() => lost.ranOutAt).toHaveLength(1)
  })
})
