/** The oracle of stock that the hub keeps. */
import { describe, expect, test } from 'vitest'
import type { FinalStock } from '../src/entries.ts'
import { evaluateStock } from '../src/oracles/stock.ts'
import { call, ledger, UNANSWERED, whatsOf } from './entries.ts'

const PRODUCT = 'product/1/P'

const add = (units: number, more = {}) => call(0, 5, { adds: { [PRODUCT]: units } }, more)

const end = (more: Partial<FinalStock>) => {
  const none = { stock: 0, shipped: 0, restocked: 0, wasShort: false }
  return ledger({ stocks: [{ product: PRODUCT, ...none, moved: more.stock ?? 0, ...more }] })
}

describe('stock that the hub keeps', () => {
  test('is what was added, less what was shipped, plus what came back', () => {
    const moved = { shipped: 7, restocked: 2 }
    expect(whatsOf(evaluateStock, add(10), add(3), end({ stock: 8, ...moved }))).toEqual([])
    expect(whatsOf(evaluateStock, add(10), add(3), end({ stock: 9, ...moved }))).toEqual(['stock'])
  })

  test('may have or not have what was added without an answer', () => {
    const history = [add(10), add(4, UNANSWERED), add(1, UNANSWERED)]
    for (const stock of [10, 11, 14, 15]) {
      expect(whatsOf(evaluateStock, ...history, end({ stock }))).toEqual([])
    }
    expect(whatsOf(evaluateStock, ...history, end({ stock: 12 }))).toEqual(['stock'])
  })

  test('does not have what was refused', () => {
    expect(whatsOf(evaluateStock, add(10, { status: 404 }), end({ stock: 10 }))).toEqual(['stock'])
  })

  test('may end at 0 after more was shipped, if an event has said that units are short', () => {
    const over = { stock: 0, shipped: 12, moved: -2 }
    expect(whatsOf(evaluateStock, add(10), end(over))).toEqual(['stock'])
    expect(whatsOf(evaluateStock, add(10), end({ ...over, wasShort: true }))).toEqual([])
  })

  test('is kept as the sum of its moves, so that none is lost', () => {
    const moved = { shipped: 7, restocked: 2 }
    expect(whatsOf(evaluateStock, add(10), end({ stock: 5, ...moved }))).toEqual([])
    expect(whatsOf(evaluateStock, add(10), end({ stock: 5, ...moved, moved: 3 }))).toEqual([
      'stock',
    ])
    const short = { ...moved, stock: 6, wasShort: true }
    expect(whatsOf(evaluateStock, add(10), end({ ...short, moved: 5 }))).toEqual([])
    expect(whatsOf(evaluateStock, add(10), end({ ...short, moved: 6 }))).toEqual(['stock'])
  })

  test('is never less than what was added and not shipped', () => {
    const short = { shipped: 2, moved: 8, wasShort: true }
    expect(whatsOf(evaluateStock, add(10), end({ stock: 7, ...short }))).toEqual(['stock'])
    expect(whatsOf(evaluateStock, add(10), end({ stock: 8, ...short }))).toEqual([])
  })
})
