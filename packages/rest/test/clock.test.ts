import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Clocks, type ExchangePhase, PhaseClock } from '../src/settings/clock.ts'

const off: Clocks = {
  connect: Number.POSITIVE_INFINITY,
  headers: Number.POSITIVE_INFINITY,
  idle: Number.POSITIVE_INFINITY,
  attempt: Number.POSITIVE_INFINITY,
  total: Number.POSITIVE_INFINITY,
}

/** A clock under time that is turned by hand; what ran out, and when. */
function start(limits: Partial<Clocks>) {
  const clocks = { ...off, ...limits }
  const now = performance.now()
  const expired: { phase: string; limitMs: number; at: number }[] = []
  const deadlines = { attempt: now + clocks.attempt, total: now + clocks.total }
  const owner = {
    onExpired: (phase: string, limitMs: number) => {
      expired.push({ phase, limitMs, at: Math.round(performance.now() - now) })
      clock.stop()
    },
  }
  const clock: PhaseClock = new PhaseClock(clocks, deadlines, now, owner)
  return { clock, expired }
}

describe('PhaseClock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('expires in the phase that takes too long, to the millisecond', () => {
    const { clock, expired } = start({ connect: 100, headers: 50, idle: 20, attempt: 1_000 })
    vi.advanceTimersByTime(90)
    clock.enter('headers')
    vi.advanceTimersByTime(40)
    clock.enter('idle')
    vi.advanceTimersByTime(500)
    expect(expired).toEqual([{ phase: 'idle', limitMs: 20, at: 150 }])
  })

  test.each<[ExchangePhase, number]>([
    ['connect', 100],
    ['headers', 130],
    ['idle', 160],
  ])('reports the phase %s when it expires at %i', (last, at) => {
    const { clock, expired } = start({ connect: 100, headers: 100, idle: 100, attempt: 9_999 })
    for (const phase of ['headers', 'idle'] as const) {
      if (last === 'connect' || (last === 'headers' && phase === 'idle')) break
      vi.advanceTimersByTime(30)
      clock.enter(phase)
    }
    vi.advanceTimersByTime(5_000)
    expect(expired).toEqual([{ phase: last, limitMs: 100, at }])
  })

  test('never expires while pieces arrive', () => {
    const { clock, expired } = start({ idle: 20 })
    clock.enter('idle')
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(19)
      clock.enter('idle')
    }
    expect(expired).toEqual([])
    vi.advanceTimersByTime(20)
    expect(expired).toEqual([{ phase: 'idle', limitMs: 20, at: 1_920 }])
  })

  test('stops while the reader pauses, and starts again when it continues', () => {
    const { clock, expired } = start({ idle: 20, attempt: 10_000 })
    clock.enter('idle')
    clock.pause()
    vi.advanceTimersByTime(5_000)
    expect(expired).toEqual([])
    clock.resume()
    vi.advanceTimersByTime(19)
    expect(expired).toEqual([])
    vi.advanceTimersByTime(1)
    expect(expired).toMatchObject([{ phase: 'idle' }])
  })

  test('does not extend the attempt or the total by pauses of the reader', () => {
    const { clock, expired } = start({ idle: 20, attempt: 300 })
    clock.enter('idle')
    clock.pause()
    vi.advanceTimersByTime(1_000)
    expect(expired).toEqual([{ phase: 'attempt', limitMs: 300, at: 300 }])
  })

  test('reports the total instead of the attempt if both expire', () => {
    const { expired } = start({ attempt: 100, total: 100 })
    vi.advanceTimersByTime(100)
    expect(expired).toMatchObject([{ phase: 'total' }])
  })

  test('starts again with connect if the request is sent once more', () => {
    const { clock, expired } = start({ connect: 50, attempt: 1_000 })
    vi.advanceTimersByTime(40)
    clock.enter('headers')
    vi.advanceTimersByTime(400)
    clock.restart()
    vi.advanceTimersByTime(49)
    expect(expired).toEqual([])
    vi.advanceTimersByTime(1)
    expect(expired).toEqual([{ phase: 'connect', limitMs: 50, at: 490 }])
  })

  test('sets no timer if every timeout is off', () => {
    start({})
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer when it is stopped', () => {
    const { clock } = start({ connect: 50, total: 100 })
    expect(vi.getTimerCount()).toBe(1)
    clock.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('can wait longer than a timer of Node', () => {
    const year = 365 * 24 * 3_600_000
    const { expired } = start({ total: year })
    vi.advanceTimersByTime(year - 1)
    expect(expired).toEqual([])
    vi.advanceTimersByTime(1)
    expect(expired).toMatchObject([{ phase: 'total', limitMs: year }])
  })

  test('expires exactly when a simple model of five timeouts does', () => {
    const limit = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Number.POSITIVE_INFINITY))
    const limits = fc.record({
      connect: limit,
      headers: limit,
      idle: limit,
      attempt: limit,
      total: limit,
    })
    const pauses = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(limits, pauses, (given, waits) => {
        const attempt = Math.min(given.attempt, given.total)
        const clocks = { ...given, attempt }
        const { clock, expired } = start(clocks)
        const phases: ExchangePhase[] = [
          'connect',
          'headers',
          ...waits.slice(2).map(() => 'idle' as const),
        ]
        let now = 0
        let expected: number | undefined
        waits.forEach((wait, i) => {
          const phase = phases[i] ?? 'idle'
          if (i > 0 && expected === undefined) clock.enter(phase)
          const end = Math.min(now + clocks[phase], clocks.attempt, clocks.total)
          if (expected === undefined && end <= now + wait) expected = end
          vi.advanceTimersByTime(wait)
          now += wait
        })
        clock.stop()
        expect(expired.map(({ at }) => at)).toEqual(expected === undefined ? [] : [expected])
      }),
      { numRuns: 500 },
    )
  })
})
