import { describe, expect, test } from 'vitest'
import type { FinalLine, FinalOrder, FinalRecord } from '../src/entries.ts'
import { evaluateArithmetic } from '../src/oracles/arithmetic.ts'
import { ledger, line, order, record, whatsOf } from './entries.ts'

const faults = (orders: readonly FinalOrder[], records: readonly FinalRecord[] = []) =>
  whatsOf(evaluateArithmetic, ledger({ orders, records }))

const of = (kind: FinalRecord['kind'], quantity: number, more: Partial<FinalRecord> = {}) =>
  record({ record: `${kind}/1/X`, kind, lines: [{ line: '1', quantity, rejected: 0 }], ...more })

describe('the numbers of a line', () => {
  test('must match its records', () => {
    const shipped = order({ lines: [line({ shipped: 1 })] })
    expect(faults([shipped], [record()])).toEqual([])
    expect(faults([shipped])).toEqual(['arithmetic'])
    expect(faults([shipped], [record(), record({ record: 'shipment/1/T' })])).toEqual([
      'arithmetic',
    ])
  })

  const wrong: readonly (readonly [string, Partial<FinalLine>, readonly FinalRecord[]])[] = [
    ['more cancelled units than in the cancellations', { cancelled: 1 }, []],
    [
      'manco for a cancellation with another reason',
      { cancelled: 1, manco: 1 },
      [of('cancellation', 1)],
    ],
    ['more units in backorder than in the backorders', { backordered: 1 }, []],
    ['a return without a record', { shipped: 1, returned: 1 }, [record()]],
  ]
  test.each(wrong)('%s is a violation', (_, numbers, records) => {
    expect(faults([order({ lines: [line(numbers)] })], records)).toEqual(['arithmetic'])
  })

  test('more shipped and cancelled than ordered is a violation, even if the records match', () => {
    const lines = [line({ quantity: 1, shipped: 1, cancelled: 1 })]
    const records = [record(), of('cancellation', 1)]
    expect(faults([order({ lines, status: 'SHIPPED' })], records)).toContain('arithmetic')
  })

  test('a rejected return gives the units back', () => {
    const rejected = of('return', 1, { lines: [{ line: '1', quantity: 1, rejected: 1 }] })
    const lines = [line({ shipped: 1, returned: 0 })]
    expect(faults([order({ lines })], [record(), rejected])).toEqual([])
  })
})

describe('the status of an order', () => {
  const whole = [line({ quantity: 1, shipped: 1 })]
  const cancelled = [line({ quantity: 1, cancelled: 1 })]
  const right: readonly (readonly [string, Partial<FinalOrder>, readonly FinalRecord[]])[] = [
    ['NEW', { isAcknowledged: false }, []],
    ['REQUIRES_CORRECTION', { isAcknowledged: false, needsCorrection: true }, []],
    ['IN_PROGRESS', {}, []],
    ['IN_BACKORDER', { lines: [line({ backordered: 3 })] }, [of('backorder', 3)]],
    ['CLOSED', { isClosed: true }, []],
    ['CANCELED', { lines: cancelled }, [of('cancellation', 1)]],
    ['SHIPPED', { lines: whole }, [record()]],
    [
      'RETURNED',
      { lines: [line({ quantity: 1, shipped: 1, returned: 1 })] },
      [record(), of('return', 1)],
    ],
    [
      'MANCO',
      { lines: [line({ quantity: 2, shipped: 1, cancelled: 1, manco: 1 })] },
      [record(), of('cancellation', 1, { isManco: true })],
    ],
  ]
  test.each(right)('%s must follow from the numbers', (status, more, records) => {
    expect(faults([order({ ...more, status })], records)).toEqual([])
    const other = status === 'NEW' ? 'SHIPPED' : 'NEW'
    expect(faults([order({ ...more, status: other })], records)).toEqual(['arithmetic'])
  })

  test('of a finished order depends on the other orders of its combination', () => {
    const one = order({ lines: whole, combination: '5', status: 'IN_COMBI' })
    const other = order({ order: 'order/1/1/B', combination: '5' })
    expect(faults([one, other], [record()])).toEqual([])
    const closed = order({
      order: 'order/1/1/B',
      combination: '5',
      isClosed: true,
      status: 'CLOSED',
    })
    expect(faults([one, closed], [record()])).toEqual(['arithmetic'])
  })
})
