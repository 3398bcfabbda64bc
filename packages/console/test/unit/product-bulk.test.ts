/** Changes of many prices and stock: what becomes of each, what is sent, and what takes it back. */
import { describe, expect, test } from 'vitest'
import {
  type BulkChange,
  type BulkProduct,
  changed,
  itemOf,
  previewOf,
  selectedInWords,
  sentRows,
  submitLabel,
} from '../../src/products/bulk/bulk.ts'
import { NEW_CHANGE, readChange } from '../../src/products/bulk/change-fields.tsx'
import { doneWords, jobState, jobTitle, whyNoUndo } from '../../src/products/bulk/job-words.ts'
import { type ProductJob, toFailure } from '../../src/products/change/run-job.ts'

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
      'Only its variants are sold.',
      'It already has this value.',
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
  const stock = { product: product({}), before: 8, after: 80 }

  test('of a price expects the price that was shown', () => {
    expect(itemOf({ product: product({}), before: 34.95, after: 10 }, change({}))).toEqual({
      MerchantProductReference: 'MUG',
      Price: 10,
      Expected: { Price: 34.95 },
    })
  })

  test('of units is a difference, which the hub limits', () => {
    const add = change({ field: 'Stock', how: 'add', amount: 3 })
    expect(itemOf({ ...stock, after: 11 }, add)).toMatchObject({ StockChange: 3 })
    const off = change({ field: 'Stock', how: 'subtract', amount: 10 })
    const all = { product: product({ Stock: 2 }), before: 2, after: 0 }
    expect(itemOf(all, off)).toMatchObject({ StockChange: -10 })
  })

  test('of a count expects the count before with its time', () => {
    const Expected = { Stock: 8, StockCountedAt: '2026-11-20T08:00:00.000Z' }
    expect(itemOf(stock, change({ field: 'Stock', amount: 80 }))).toMatchObject({
      ...{ Stock: 80, Expected },
    })
    const uncounted = { product: product({ Stock: null }), before: null, after: 0 }
    expect(itemOf(uncounted, change({ field: 'Stock', amount: 0 }))).toMatchObject({
      ...{ Stock: 0, Expected: { Stock: null } },
    })
  })
})

describe('a job in words', () => {
  const job = {
    ...{ Id: 4, Status: 'done', ProductCount: 9, WaitingCount: 0, DoneCount: 7 },
    ...{ UnchangedCount: 1, RefusedCount: 1, Changes: 'price', Undoes: null },
  } as ProductJob

  test('says what it has done, and what it has left', () => {
    expect(jobState(job)).toBe('7 of 9 products changed, 1 unchanged, 1 refused')
    expect(doneWords({ ...job, DoneCount: 1 })).toContain('Changed: 1 price.')
    expect(jobTitle({ ...job, Id: 5, Undoes: 4 }, 'EUR')).toBe('Undone: prices')
    expect(jobState({ ...job, Status: 'running', WaitingCount: 4 })).toBe('5 of 9 done')
  })

  test('of one product says what it has changed', () => {
    const Item = { MerchantProductReference: 'MUG', Before: 9, After: 12.5, StockChange: null }
    const title = (changes: object) => jobTitle({ ...job, Item, ...changes } as ProductJob, 'EUR')
    expect(title({})).toBe('Price of MUG: €9.00 → €12.50')
    expect(title({ Undoes: 4 })).toBe('Undone: Price of MUG: €9.00 → €12.50')
    expect(title({ Item: { ...Item, Before: null } })).toBe('Price of MUG: no price → €12.50')
    expect(title({ Changes: 'stock' })).toBe('Stock of MUG: 9 → 12.5')
    expect(title({ Changes: 'stock', Item: { ...Item, StockChange: -3 } })).toBe(
      'Stock of MUG: 3 removed',
    )
    expect(title({ Changes: 'deactivate' })).toBe('MUG deactivated')
  })

  test('that was stopped says before how many products', () => {
    const stopped = { ...job, Status: 'cancelled' as const, DoneCount: 2, WaitingCount: 5 }
    expect(doneWords(stopped)).toContain('Stopped before 5 products. Changed: 2 prices.')
  })

  test('that cannot be taken back says why, unless it has changed nothing', () => {
    const given = { ...job, CanUndo: false }
    expect(whyNoUndo(given, [given])).toContain('Expected')
    expect(whyNoUndo({ ...job, CanUndo: true }, [])).toBeUndefined()
    expect(whyNoUndo(given, [{ ...job, Id: 5, Undoes: 4 }, given])).toBe('Undone.')
    expect(whyNoUndo({ ...given, DoneCount: 0 }, [])).toBeUndefined()
    expect(whyNoUndo({ ...given, Status: 'running' }, [])).toBeUndefined()
  })
})

test('a change is read as it is typed, and not beyond 100 % down', () => {
  const read = (how: 'lower' | 'set', amount: string) =>
    readChange('Price', { ...NEW_CHANGE, how, amount }, 2, 'EUR')
  expect(read('set', '12,50')).toMatchObject({ amount: 12.5 })
  expect(read('lower', '101')).toHaveProperty('issue')
  expect(read('set', '')).toHaveProperty('issue')
})

test('products that were left as they are say why in words for people', () => {
  const outcome = {
    MerchantProductReference: 'A',
    Outcome: 'refused' as const,
    Detail: 'It is odd.',
  }
  expect([
    toFailure({ ...outcome, Code: 'MARKET_PRODUCT_CHANGED' }),
    toFailure({ ...outcome, Code: 'MARKET_INVALID_INPUT' }),
  ]).toEqual([
    {
      reference: 'A',
      words: 'Somebody else has changed it, so it was not changed.',
      isConflict: true,
    },
    { reference: 'A', words: 'It is odd.', isConflict: false },
  ])
})

test('the button says how many products it changes, and no number before there is one', () => {
  const labels = [0, 1, 1_200].map((count) => submitLabel(count, 'Price'))
  expect(labels).toEqual(['Change the prices', 'Change one price', 'Change 1,200 prices'])
  expect(submitLabel(2, 'Stock')).toBe('Change 2 stocks')
})

test('the products that are selected are those that are sold', () => {
  const [family, single] = [product({ Children: ['MUG-RED'] }), product({})]
  expect(selectedInWords([single])).toBe('1 product is selected.')
  expect(selectedInWords([family, single, single])).toBe(
    '2 products are selected, with the variants of families.',
  )
})
