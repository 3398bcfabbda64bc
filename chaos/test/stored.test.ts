import { describe, expect, test } from 'vitest'
import { judgeConstants, judgeRegisters } from '../src/oracles/registers.ts'
import { judgeDurability, judgeOnce } from '../src/oracles/stored.ts'
import { call, final, ledger, record, unanswered, whatsOf } from './entries.ts'

const thing = 'order/1/1/A'
const made = call(0, 10, { makes: [thing] }, { status: 201 })
const stored = (count: number) => final({ things: { [thing]: count } })

describe('durability', () => {
  test('what was answered with 2xx is missed where it is not there', () => {
    expect(whatsOf(judgeDurability, made, final())).toEqual(['a lost write'])
    expect(whatsOf(judgeDurability, made, stored(1))).toEqual([])
  })

  test('each way of reading is judged by itself', () => {
    const api = final({ source: 'api' })
    expect(whatsOf(judgeDurability, made, stored(1), api)).toEqual(['a lost write'])
  })

  test('what was never answered may be missing', () => {
    expect(whatsOf(judgeDurability, call(0, 10, { makes: [thing] }, unanswered), final())).toEqual(
      [],
    )
  })
})

describe('exactly once', () => {
  test('what is there twice is a fault', () => {
    expect(whatsOf(judgeOnce, made, stored(2))).toEqual(['stored twice'])
    expect(whatsOf(judgeOnce, made, stored(1))).toEqual([])
  })

  test('what was refused, or never sent, must not be there; what was not answered may', () => {
    const refused = call(0, 10, { makes: [thing] }, { status: 409, code: 'MARKET_ORDER_EXISTS' })
    expect(whatsOf(judgeOnce, refused, stored(1))).toEqual(['stored without a 2xx'])
    expect(whatsOf(judgeOnce, stored(1))).toEqual(['stored without a 2xx'])
    expect(whatsOf(judgeOnce, call(0, 10, { makes: [thing] }, unanswered), stored(1))).toEqual([])
    expect(whatsOf(judgeOnce, call(0, 10, { makes: [thing] }, { status: 503 }), stored(1))).toEqual(
      [],
    )
  })

  test('each record stands in the history of its order once', () => {
    const wrong = 'a history that is wrong'
    expect(whatsOf(judgeOnce, ledger({ records: [record({ events: 2 })] }))).toEqual([wrong])
    expect(whatsOf(judgeOnce, ledger({ records: [record({ events: 0 })] }))).toEqual([wrong])
    expect(whatsOf(judgeOnce, ledger({ records: [record()] }))).toEqual([])
  })
})

describe('values', () => {
  const write = (at: number, value: number, more = {}) =>
    call(at, at + 5, { sets: { stock: value } }, more)
  const read = (at: number, value: number) => call(at, at + 5, {}, { saw: { stock: value } })
  const end = (value: number) => final({ registers: { stock: value } })

  test('a read shows what was written last', () => {
    expect(whatsOf(judgeRegisters, write(0, 1), write(10, 2), read(20, 2))).toEqual([])
    expect(whatsOf(judgeRegisters, write(0, 1), write(10, 2), read(20, 1))).toEqual([
      'a wrong value',
    ])
  })

  test('a read beside a write may show either', () => {
    for (const value of [1, 2]) {
      expect(whatsOf(judgeRegisters, write(0, 1), write(10, 2), read(12, value))).toEqual([])
    }
  })

  test('a write without an answer may have taken effect, also after the next one', () => {
    const history = [write(0, 1), write(10, 2, unanswered), write(20, 3)]
    for (const value of [2, 3]) {
      expect(whatsOf(judgeRegisters, ...history, read(30, value))).toEqual([])
    }
    expect(whatsOf(judgeRegisters, ...history, read(30, 1))).toEqual(['a wrong value'])
  })

  test('a write without an answer takes no effect minutes later', () => {
    const history = [write(0, 1), write(10, 2, unanswered), write(200_000, 3)]
    expect(whatsOf(judgeRegisters, ...history, read(200_100, 2))).toEqual(['a wrong value'])
  })

  test('a refused write has no effect', () => {
    const history = [write(0, 1), write(10, 2, { status: 409 })]
    expect(whatsOf(judgeRegisters, ...history, end(2))).toEqual(['a lost or wrong value'])
  })

  test('the end shows what was written last', () => {
    expect(whatsOf(judgeRegisters, write(0, 1), write(10, 2), end(1))).toEqual([
      'a lost or wrong value',
    ])
    expect(whatsOf(judgeRegisters, write(0, 1), write(10, 2), end(2))).toEqual([])
  })
})

test('an id that is told differently later, or at the end, is a fault', () => {
  const told = (id: number) => call(0, 1, {}, { constants: { id } })
  expect(whatsOf(judgeConstants, told(7), told(8))).toEqual(['a value that changed'])
  expect(whatsOf(judgeConstants, told(7), final({ constants: { id: 8 } }))).toEqual([
    'a value that changed',
  ])
  expect(whatsOf(judgeConstants, told(7), told(7), final({ constants: { id: 7 } }))).toEqual([])
})
