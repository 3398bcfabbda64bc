/** Changes of many prices and stocks: what becomes of each, what is sent, and what takes it back. */
import { describe, expect, test } from 'vitest'
import {
  type BulkChange,
  type BulkProduct,
  batchesOf,
  changed,
  itemOf,
  previewOf,
  sentRows,
  undoItemOf,
} from '../../src/products/bulk/bulk.ts'
import { NEW_CHANGE, readChange } from '../../src/products/bulk/change-fields.tsx'

const change = (more: Partial<BulkChange>): BulkChange => ({
  field: 'Price',
  how: 'set',
  amount: 10,
  rounding: 'cent',
  decimals: 2,
  ...more,
})

const product = (more: Partial<BulkProduct>): BulkProduct => ({
  MerchantProductReference: 'MUG',
  Name: 'Mug',
  Price: 34.95,
  Stock: 8,
  StockCountedAt: '2026-11-20T08:00:00.000Z',
  Children: [],
  ...more,
})

describe('a value becomes', () => {
  test.each([
    [34.95, { how: 'raise', amount: 10 }, 38.45],
    [34.95, { how: 'lower', amount: 15, rounding: '.95' }, 29.95],
    [34.95, { how: 'add', amount: 0.1, rounding: '0.05' }, 35.05],
    [34.95, { how: 'subtract', amount: 40 }, 'It would be below 0.'],
    [null, { how: 'raise', amount: 10 }, 'It has no price.'],
    [null, { how: 'set', amount: 5 }, 5],
    [1000, { how: 'raise', amount: 1.25, decimals: 0 }, 1013],
    [0.1, { how: 'raise', amount: 200 }, 0.3],
    [8, { field: 'Stock', how: 'raise', amount: 10 }, 9],
    [8, { field: 'Stock', how: 'subtract', amount: 10 }, 0],
    [null, { field: 'Stock', how: 'add', amount: 3 }, 3],
  ] as const)('from %s by %o: %s', (before, more, expected) => {
    expect(changed(before, change(more))).toBe(expected)
  })
})

describe('the preview', () => {
  const rows = previewOf(
    [
      product({ MerchantProductReference: 'SMALL', Price: 10 }),
      product({ MerchantProductReference: 'LARGE', Price: 5 }),
      product({ MerchantProductReference: 'FAMILY', Children: ['A'] }),
      product({ MerchantProductReference: 'SAME', Price: 12 }),
    ],
    change({ amount: 12 }),
    40,
  )

  test('asks about prices beyond the guard, and says why others are left out', () => {
    expect(rows.map(({ question, note }) => question ?? note)).toEqual([
      undefined,
      'guard',
      'Its variants are sold, not the family.',
      'It has this value already.',
    ])
  })

  test('sends what a person is asked about only if the person agrees', () => {
    const referencesOf = (withAsked: boolean) =>
      sentRows(rows, withAsked).map(({ product: one }) => one.MerchantProductReference)
    expect(referencesOf(false)).toEqual(['SMALL'])
    expect(referencesOf(true)).toEqual(['SMALL', 'LARGE'])
  })
})

describe('what is sent', () => {
  const row = { product: product({}), before: 34.95, after: 10 }
  const stock = { product: product({}), before: 8, after: 80 }
  const counted = { Stock: 80, StockCountedAt: '2026-11-26T10:00:00.000Z' }

  test('of a price expects the price that was shown, and the other way round to take it back', () => {
    expect(itemOf(row, change({}))).toEqual({
      MerchantProductReference: 'MUG',
      Price: 10,
      Expected: { Price: 34.95 },
    })
    expect(undoItemOf(row, change({}), undefined)).toEqual({
      MerchantProductReference: 'MUG',
      Price: 34.95,
      Expected: { Price: 10 },
    })
  })

  test('of units that are added is a difference, in both directions', () => {
    const add = change({ field: 'Stock', how: 'add', amount: 3 })
    const units = { product: product({}), before: 8, after: 11 }
    expect(itemOf(units, add)).toMatchObject({ StockChange: 3 })
    expect(undoItemOf(units, add, undefined)).toMatchObject({ StockChange: -3 })
    const off = change({ field: 'Stock', how: 'subtract', amount: 10 })
    const all = { product: product({ Stock: 2 }), before: 2, after: 0 }
    expect(undoItemOf(all, off, undefined)).toMatchObject({ StockChange: 2 })
  })

  test('to take back a count has its time, unless somebody has counted since', () => {
    const set = change({ field: 'Stock', amount: 80 })
    expect(itemOf(stock, set)).toMatchObject({ Stock: 80, Expected: { Stock: 8 } })
    expect(undoItemOf(stock, set, counted)).toEqual({
      MerchantProductReference: 'MUG',
      Stock: 8,
      StockCountedAt: '2026-11-20T08:00:00.000Z',
      Expected: counted,
    })
    expect(undoItemOf(stock, set, { ...counted, Stock: 79 })).toBeUndefined()
  })

  test('goes in parts', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(batchesOf([], 2)).toEqual([])
  })
})

test('a change is read as it is typed, and not beyond 100 % down', () => {
  const read = (how: 'lower' | 'set', amount: string) =>
    readChange('Price', { ...NEW_CHANGE, how, amount }, 2, 'EUR')
  expect(read('set', '12,50')).toMatchObject({ amount: 12.5 })
  expect(read('lower', '101')).toHaveProperty('issue')
  expect(read('set', '')).toHaveProperty('issue')
})
