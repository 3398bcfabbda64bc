/** The rules of changed prices and stock: exact amounts, when a person is asked, and what an undo writes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addPercent,
  amountOf,
  divide,
  endIn,
  exact,
  roundTo,
} from '../../src/components/values/decimal.ts'
import { readTyped } from '../../src/products/change/amount.ts'
import { percentOf, questionOf, strictestGuard } from '../../src/products/change/guard.ts'
import { offerItem } from '../../src/products/change/offer-item.ts'
import { isSameOverride } from '../../src/products/offers/override.ts'

describe('amounts are exact', () => {
  test.each([
    [1.005, 100, 2.01],
    [0.1, 10, 0.11],
    [34.95, -15, 29.7075],
    [9_999_999_999.9999, 0, 9_999_999_999.9999],
  ])('%d with %d %% is %d', (amount, percent, expected) => {
    expect(amountOf(addPercent(exact(amount), percent))).toBe(expected)
  })

  test.each([
    [34.925, 0.01, 34.93],
    [34.92, 0.05, 34.9],
    [34.5, 1, 35],
    [-0.5, 1, -1],
  ])('%d rounds to a step of %d as %d', (amount, step, expected) => {
    expect(amountOf(roundTo(exact(amount), exact(step)))).toBe(expected)
  })

  test.each([
    [34.2, 0.95, 33.95],
    [34.46, 0.95, 34.95],
    [34.45, 0.95, 34.95],
    [0.2, 0.95, 0.95],
    [34.95, 0.95, 34.95],
    [34, 0.99, 33.99],
  ])('%d ends in %d as %d', (amount, ending, expected) => {
    expect(amountOf(endIn(exact(amount), exact(ending)))).toBe(expected)
  })

  test('every price of the hub survives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (units) => {
        expect(exact(amountOf(BigInt(units)))).toBe(BigInt(units))
      }),
    )
  })

  test('halves are rounded away from zero', () => {
    expect([divide(5n, 2n), divide(-5n, 2n), divide(4n, 3n)]).toEqual([3n, -3n, 1n])
  })
})

describe('a person is asked before a price is saved', () => {
  test.each([
    [34.95, 3495, 40, 'guard'],
    [34.95, 0, 40, 'zero'],
    [null, 0, 40, 'zero'],
    [10, 14, 40, undefined],
    [10, 14.0001, 40, 'guard'],
    [10, 6, 40, undefined],
    [10, 5.99, 40, 'guard'],
    [10, 11, 5, 'guard'],
    [null, 5, 40, undefined],
    [0, 5, 40, undefined],
    [10, null, 40, undefined],
    [10, 10, 0, undefined],
  ] as const)('from %s to %s with a guard of %d %%: %s', (before, after, percent, expected) => {
    expect(questionOf({ before, after }, percent)).toBe(expected)
  })

  test('by the strictest guard that is switched on', () => {
    expect(strictestGuard([40, 25, 0])).toBe(25)
    expect(strictestGuard([0])).toBe(40)
    expect(strictestGuard([])).toBe(40)
  })

  test('and is told by how much it moves', () => {
    expect(percentOf({ before: 34.95, after: 3495 })).toBeCloseTo(9900)
    expect(percentOf({ before: null, after: 5 })).toBeUndefined()
  })
})

describe('an edit in place', () => {
  const before = {
    ...{ MerchantProductReference: 'MUG', Price: 34.95 },
    ...{ Stock: 8, StockCountedAt: '2026-11-20T08:00:00.000Z' },
  }

  test('expects what the page has shown, so that it can be taken back', () => {
    expect(offerItem(before, 'Price', { value: null })).toEqual({
      ...{ MerchantProductReference: 'MUG', Price: null, Expected: { Price: 34.95 } },
    })
    expect(offerItem(before, 'Stock', { value: 80 })).toEqual({
      ...{ MerchantProductReference: 'MUG', Stock: 80 },
      Expected: { Stock: 8, StockCountedAt: before.StockCountedAt },
    })
  })

  test.each([
    [8, 3, { StockChange: 3 }],
    [8, -3, { StockChange: -3 }],
    [2, -10, { StockChange: -10 }],
    [null, 4, { StockChange: 4 }],
  ])('of a stock of %s by %d units sends %j', (Stock, change, sent) => {
    expect(offerItem({ ...before, Stock }, 'Stock', { change })).toEqual({
      ...{ MerchantProductReference: 'MUG', ...sent },
    })
  })
})

describe('an undo', () => {
  test('of an override needs the override as it was sent', () => {
    const sent = {
      MerchantProductReference: 'MUG',
      Price: 5,
      Stock: { Max: 3, Buffer: 1 },
      Until: '2026-11-28T00:00:00Z',
    }
    const stored = {
      Price: 5,
      Stock: { Buffer: 1, Max: 3 },
      Hidden: false,
      Until: '2026-11-28T00:00:00.000Z',
    }
    expect(isSameOverride(sent, stored)).toBe(true)
    expect(isSameOverride(sent, { ...stored, Price: 6 })).toBe(false)
    expect(isSameOverride(sent, { ...stored, Until: null })).toBe(false)
  })
})

test.each([
  ['Price', '1.249,00', 'de-DE', { value: 1249 }],
  ['Price', '€ 34,95', 'nl-NL', { value: 34.95 }],
  ['Price', '1.249', 'fr-FR', { issue: expect.any(String) }],
  ['Stock', '1.249', 'de-DE', { value: 1249 }],
  ['Stock', '-1,000', 'en-US', { change: -1000 }],
] as const)('a %s of "%s" is read as %s people type it', (field, text, language, expected) => {
  expect(readTyped(field, text, { currency: 'EUR', language })).toEqual(expected)
})
