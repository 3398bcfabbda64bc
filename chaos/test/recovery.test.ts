import { describe, expect, test } from 'vitest'
import { evaluateHanging, evaluateRecovery, measure } from '../src/oracles/recovery.ts'
import { call, fault, run, UNANSWERED, whatsOf } from './entries.ts'

const good = (at: number, end: number, node = 'one') => call(at, end, {}, { node })

describe('recovery', () => {
  test('is measured until the first 2xx of each affected hub, for a call after the fault', () => {
    const hit = fault(0, 100, { nodes: ['one', 'two'] })
    const calls = [good(50, 120), good(150, 400), good(160, 300), good(200, 900, 'two')]
    expect(whatsOf(evaluateRecovery, run, hit, ...calls)).toEqual([])
    expect(measure([run, hit, ...calls]).firstSuccess.get('hub-kill')).toEqual([200, 800])
  })

  test('is a violation if it takes longer than the limit, or never happens', () => {
    expect(whatsOf(evaluateRecovery, run, fault(0, 100), good(200, 1_200))).toEqual(['no recovery'])
    expect(
      whatsOf(evaluateRecovery, run, fault(0, 100), call(200, 300, {}, { status: 503 })),
    ).toEqual(['no recovery'])
    const next = fault(500, 600, { round: 2 })
    expect(whatsOf(evaluateRecovery, run, fault(0, 100), next, good(700, 800))).toEqual([
      'no recovery',
    ])
  })

  test('starts at the end of the last of several faults, and is then not part of the statistics', () => {
    const both = [fault(0, 100), fault(0, 2_000, { fault: 'hole-for-all' })]
    const history = [run, ...both, good(2_100, 2_200)]
    expect(whatsOf(evaluateRecovery, ...history)).toEqual([])
    expect(measure(history).firstSuccess.size).toBe(0)
  })

  test('a hub that ends without a fault is a violation', () => {
    expect(whatsOf(evaluateRecovery, { kind: 'crash', at: 5, node: 'one', detail: '' })).toEqual([
      'unexpected end of a hub',
    ])
  })

  test('the statistics contain the start times after SIGKILL only', () => {
    const started = (after: string) =>
      ({ kind: 'start', at: 0, end: 700, node: 'one', after }) as const
    const { startAfterKill } = measure([started('first'), started('SIGKILL'), started('SIGTERM')])
    expect(startAfterKill).toEqual([700])
  })
})

describe('hanging', () => {
  test('a request without a fault must be answered within the limit', () => {
    expect(whatsOf(evaluateHanging, run, good(0, 2_500))).toEqual(['hanging request'])
    expect(whatsOf(evaluateHanging, run, good(0, 1_900))).toEqual([])
  })

  test('a request during a fault must be answered within the limit after the end of the fault', () => {
    expect(whatsOf(evaluateHanging, run, fault(500, 5_000), good(0, 6_500))).toEqual([])
    expect(whatsOf(evaluateHanging, run, fault(500, 5_000), good(0, 7_500))).toEqual([
      'hanging request',
    ])
  })

  test('a fault before or after the request does not extend its limit', () => {
    expect(whatsOf(evaluateHanging, run, fault(0, 100), good(200, 2_400))).toHaveLength(1)
    expect(whatsOf(evaluateHanging, run, fault(2_500, 3_000), good(0, 2_400))).toHaveLength(1)
  })

  test('the limit also applies to requests that end without an answer', () => {
    expect(whatsOf(evaluateHanging, run, call(0, 2_500, {}, UNANSWERED))).toHaveLength(1)
  })
})
