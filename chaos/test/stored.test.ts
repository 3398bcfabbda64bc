import { describe, expect, test } from 'vitest'
import { evaluateConstants, evaluateRegisters } from '../src/oracles/registers.ts'
import { evaluateDurability, evaluateOnce } from '../src/oracles/stored.ts'
import { call, final, ledger, record, UNANSWERED, whatsOf } from './entries.ts'

const THING = 'order/1/1/A'
const made = call(0, 10, { makes: [THING] }, { status: 201 })
const stored = (count: number) => final({ things: { [THING]: count } })

describe('durability', () => {
  test('is violated if something that was answered with 2xx does not exist', () => {
    expect(whatsOf(evaluateDurability, made, final())).toEqual(['lost write'])
    expect(whatsOf(evaluateDurability, made, stored(1))).toEqual([])
  })

  test('is checked for each source by itself', () => {
    const api = final({ source: 'api' })
    expect(whatsOf(evaluateDurability, made, stored(1), api)).toEqual(['lost write'])
  })

  test('is not violated if a call without an answer had no effect', () => {
    expect(
      whatsOf(evaluateDurability, call(0, 10, { makes: [THING] }, UNANSWERED), final()),
    ).toEqual([])
  })
})

describe('exactly once', () => {
  test('is violated if something exists twice', () => {
    expect(whatsOf(evaluateOnce, made, stored(2))).toEqual(['stored twice'])
    expect(whatsOf(evaluateOnce, made, stored(1))).toEqual([])
  })

  test('is violated by things that were refused or never sent, but not by calls without an answer', () => {
    const refused = call(0, 10, { makes: [THING] }, { status: 409, code: 'MARKET_ORDER_EXISTS' })
    expect(whatsOf(evaluateOnce, refused, stored(1))).toEqual(['stored without a 2xx'])
    expect(whatsOf(evaluateOnce, stored(1))).toEqual(['stored without a 2xx'])
    expect(whatsOf(evaluateOnce, call(0, 10, { makes: [THING] }, UNANSWERED), stored(1))).toEqual(
      [],
    )
    expect(
      whatsOf(evaluateOnce, call(0, 10, { makes: [THING] }, { status: 503 }), stored(1)),
    ).toEqual([])
  })

  test('requires each record once in the history of its order', () => {
    const wrong = 'wrong history of an order'
    expect(whatsOf(evaluateOnce, ledger({ records: [record({ events: 2 })] }))).toEqual([wrong])
    expect(whatsOf(evaluateOnce, ledger({ records: [record({ events: 0 })] }))).toEqual([wrong])
    expect(whatsOf(evaluateOnce, ledger({ records: [record()] }))).toEqual([])
  })
})

describe('values', () => {
  const write = (at: number, value: number, more = {}) =>
    call(at, at + 5, { sets: { stock: value } }, more)
  const read = (at: number, value: number) => call(at, at + 5, {}, { saw: { stock: value } })
  const end = (value: number) => final({ registers: { stock: value } })

  test('a read shows the last written value', () => {
    expect(whatsOf(evaluateRegisters, write(0, 1), write(10, 2), read(20, 2))).toEqual([])
    expect(whatsOf(evaluateRegisters, write(0, 1), write(10, 2), read(20, 1))).toEqual([
      'wrong value',
    ])
  })

  test('a read during a write may show the old or the new value', () => {
    for (const value of [1, 2]) {
      expect(whatsOf(evaluateRegisters, write(0, 1), write(10, 2), read(12, value))).toEqual([])
    }
  })

  test('a write without an answer may take effect later, even after the next write', () => {
    const history = [write(0, 1), write(10, 2, UNANSWERED), write(20, 3)]
    for (const value of [2, 3]) {
      expect(whatsOf(evaluateRegisters, ...history, read(30, value))).toEqual([])
    }
    expect(whatsOf(evaluateRegisters, ...history, read(30, 1))).toEqual(['wrong value'])
  })

  test('a write without an answer does not take effect minutes later', () => {
    const history = [write(0, 1), write(10, 2, UNANSWERED), write(200_000, 3)]
    expect(whatsOf(evaluateRegisters, ...history, read(200_100, 2))).toEqual(['wrong value'])
  })

  test('a refused write has no effect', () => {
    const history = [write(0, 1), write(10, 2, { status: 409 })]
    expect(whatsOf(evaluateRegisters, ...history, end(2))).toEqual(['lost or wrong value'])
  })

  test('the state at the end shows the last written value', () => {
    expect(whatsOf(evaluateRegisters, write(0, 1), write(10, 2), end(1))).toEqual([
      'lost or wrong value',
    ])
    expect(whatsOf(evaluateRegisters, write(0, 1), write(10, 2), end(2))).toEqual([])
  })
})

test('an id that differs in a later answer, or at the end, is a violation', () => {
  const answered = (id: number) => call(0, 1, {}, { constants: { id } })
  expect(whatsOf(evaluateConstants, answered(7), answered(8))).toEqual(['changed constant'])
  expect(whatsOf(evaluateConstants, answered(7), final({ constants: { id: 8 } }))).toEqual([
    'changed constant',
  ])
  expect(
    whatsOf(evaluateConstants, answered(7), answered(7), final({ constants: { id: 7 } })),
  ).toEqual([])
})
