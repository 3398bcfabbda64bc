/** The oracle of what may still be sold. */
import { describe, expect, test } from 'vitest'
import type { FinalDeparture } from '../src/entries.ts'
import { evaluateAvailability } from '../src/oracles/availability.ts'
import { final, ledger, product, whatsOf } from './entries.ts'

const answered = (available: number) =>
  final({ source: 'api', registers: { 'product/1/P/available': available } })

describe('what is available', () => {
  test('is answered as it follows from the records', () => {
    const end = ledger({ products: [product('P', { available: 3 })] })
    expect(whatsOf(evaluateAvailability, end, answered(3))).toEqual([])
    expect(whatsOf(evaluateAvailability, end, answered(4))).toEqual(['availability'])
  })

  const none = { isAcknowledged: true, quantity: 5, cancelled: 1, shipped: 2 }
  const whatsOfDeparture = (more: Partial<FinalDeparture>) => {
    const kept = { units: 0, acknowledged: 0, counts: 'shelf' as const }
    const departures = [{ order: 'order/1/1/A', line: '1', ...none, ...kept, ...more }]
    return whatsOf(evaluateAvailability, ledger({ departures }), answered(0))
  }

  test('depends on each shipped unit, once, if counts are of the shelf', () => {
    expect(whatsOfDeparture({ units: 2 })).toEqual([])
    expect(whatsOfDeparture({ units: 1 })).toEqual(['availability'])
    expect(whatsOfDeparture({ units: 4 })).toEqual(['availability'])
    expect(whatsOfDeparture({ units: 2, acknowledged: 1 })).toEqual(['availability'])
  })

  test('depends on each acknowledgement, once, if counts exclude acknowledged orders', () => {
    const counts = 'unacknowledged'
    expect(whatsOfDeparture({ counts, acknowledged: 1 })).toEqual([])
    expect(whatsOfDeparture({ counts })).toEqual(['availability'])
    expect(whatsOfDeparture({ counts, acknowledged: 2 })).toEqual(['availability'])
    expect(whatsOfDeparture({ counts, acknowledged: 1, units: 2 })).toEqual(['availability'])
    expect(whatsOfDeparture({ counts, isAcknowledged: false })).toEqual([])
    expect(whatsOfDeparture({ counts, isAcknowledged: false, acknowledged: 1 })).toEqual([
      'availability',
    ])
    // All units may have been cancelled before the acknowledgement, or after it.
    expect(whatsOfDeparture({ counts, cancelled: 5 })).toEqual([])
    expect(whatsOfDeparture({ counts, cancelled: 5, acknowledged: 1 })).toEqual([])
  })

  test('depends on nothing that is kept beside the stock, if the hub keeps it', () => {
    expect(whatsOfDeparture({ counts: 'hub' })).toEqual([])
    expect(whatsOfDeparture({ counts: 'hub', units: 2 })).toEqual(['availability'])
  })
})
