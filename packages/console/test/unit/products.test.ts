import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readTyped } from '../../src/products/change/amount.ts'
import { differencesOf, pendingLabels } from '../../src/products/differences.ts'
import { changedSinceOf } from '../../src/products/import/changed-since.ts'
import { readReport } from '../../src/products/import/report.ts'
import { filterOf, productsSearch } from '../../src/products/search.ts'
import { compareOptions, compareVariants } from '../../src/products/variant-order.ts'

test.each([
  ['Price', '12,50', { value: 12.5 }],
  ['Price', '.5', { value: 0.5 }],
  ['Price', ' ', { value: null }],
  ['Price', '1e9', { issue: expect.any(String) }],
  ['Stock', '12', { value: 12 }],
  ['Stock', '+3', { change: 3 }],
  ['Stock', ' -3 ', { change: -3 }],
  ['Stock', '1.5', { issue: expect.any(String) }],
] as const)('a %s typed as "%s" is understood', (field, text, expected) => {
  expect(readTyped(field, text)).toEqual(expected)
})

describe('what a channel knows of a product', () => {
  const listing = {
    Changes: [{ Field: 'Name', Confirmed: 'Cup', Current: 'Mug' }],
    ConfirmedOffer: { Price: 5, Currency: 'EUR', Stock: 1 },
    CurrentOffer: { Price: 6, Currency: 'EUR', Stock: 1 },
  }

  test('differs in its data, and in price and stock', () => {
    expect(differencesOf(listing)).toEqual([
      { field: 'Name', confirmed: 'Cup', current: 'Mug' },
      { field: 'Price', confirmed: 5, current: 6 },
    ])
    expect(differencesOf({ ...listing, ConfirmedOffer: null }).slice(1)).toEqual([
      { field: 'Price', confirmed: null, current: 6 },
      { field: 'Stock', confirmed: null, current: 1 },
    ])
  })

  test('names a price once, and none of a product that is not sold', () => {
    const Changes = [{ Field: 'Price', Confirmed: 5, Current: 6 }]
    expect(differencesOf({ ...listing, Changes })).toHaveLength(1)
    expect(differencesOf({ ...listing, Changes: [], CurrentOffer: null })).toEqual([])
  })

  test.each([
    [null, false, []],
    ['create', false, ['To be created']],
    ['update', true, ['To be updated', 'The price is pending']],
    ['remove', false, ['To be removed']],
  ] as const)('is labelled: %s, offer %s', (Pending, IsOfferPending, labels) => {
    expect(pendingLabels({ ...listing, Pending, IsOfferPending })).toEqual(labels)
  })

  test.each([
    [{ Price: 5, Currency: 'EUR', Stock: 2 }, 'The stock is pending'],
    [{ Price: 5, Currency: 'USD', Stock: 1 }, 'The price is pending'],
    [{ Price: 6, Currency: 'EUR', Stock: 2 }, 'Price and stock are pending'],
    [null, 'Price and stock are pending'],
  ])('names what is pending of an offer of %j', (CurrentOffer, label) => {
    const pending = { ...listing, Pending: null, IsOfferPending: true, CurrentOffer }
    expect(pendingLabels(pending)).toEqual([label])
  })
})

test('the first 100 rows of a report are read, with quotes and line breaks in messages', () => {
  const rows = Array.from({ length: 120 }, (_, row) => `${row + 2},error,P-${row},"a ""b"",\n c"`)
  const found = readReport(['Row,Kind,Reference,Message', ...rows].join('\r\n'))
  expect(found).toHaveLength(100)
  expect(found[0]).toEqual({ Row: '2', Kind: 'error', Reference: 'P-0', Message: 'a "b",\n c' })
})

test('an import that has changed products leads to the list of what has changed since it began', () => {
  const StartedAt = '2026-11-20T08:00:00.000Z'
  const none = { IsDryRun: false, StartedAt, CreatedCount: 0, UpdatedCount: 0, DeactivatedCount: 0 }
  expect(changedSinceOf({ ...none, DeactivatedCount: 1 })).toBe(StartedAt)
  expect(changedSinceOf(none)).toBeUndefined()
  expect(changedSinceOf({ ...none, IsDryRun: true, CreatedCount: 1 })).toBeUndefined()
  const search = v.parse(productsSearch, { changedSince: StartedAt })
  expect(filterOf(search)).toEqual({ updatedSince: StartedAt })
  expect(v.parse(productsSearch, { changedSince: 'yesterday' })).toEqual({})
})

describe('the order of variants', () => {
  test.each([
    [['2XS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', 'XXXXL']],
    [['8', '9', '9,25', '9.5', '10']],
    [['8 GB', '64 GB', '128 GB']],
    [['blue', 'Red', 'Zinc 9', 'Zinc 10']],
    [['10', 's', 'XL', 'One size']],
  ])('of options is that of a person: %j', (options) => {
    expect(options.toReversed().toSorted(compareOptions)).toEqual(options)
    expect(options.toSorted().toSorted(compareOptions)).toEqual(options)
  })

  test('is by colour, then by size, then by name, with numbers by value', () => {
    const of = (MerchantProductReference: string, Color: string | null, Size: string | null) => {
      return { MerchantProductReference, Name: MerchantProductReference, Color, Size }
    }
    const order = [
      of('Rope 9', null, null),
      of('Rope 10', null, null),
      of('T-4', 'Blue', 'S'),
      of('T-3', 'Blue', 'M'),
      of('T-2', 'Red', 'S'),
      of('T-1', 'Red', 'L'),
    ]
    expect(order.toReversed().toSorted(compareVariants)).toEqual(order)
  })

  const text = fc.oneof(
    fc.constantFrom(
      null,
      '',
      ' ',
      'S',
      'm',
      'XL',
      '2XL',
      'XXL',
      '10',
      '9,5',
      '9.5',
      '010',
      'Red 2',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const variant = fc.record({
    MerchantProductReference: text.map((reference) => reference ?? '0'),
    Name: text,
    Size: text,
    Color: text,
  })

  test('is total: it is the same from wherever it begins, and only one reference is equal to itself', () => {
    fc.assert(
      fc.property(variant, variant, variant, (a, b, c) => {
        const of = (one: typeof a, other: typeof a) => Math.sign(compareVariants(one, other))
        expect(of(a, b)).toBe(of(b, a) === 0 ? 0 : -of(b, a))
        if (of(a, b) === 0) expect(a.MerchantProductReference).toBe(b.MerchantProductReference)
        if (of(a, b) <= 0 && of(b, c) <= 0) expect(of(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
  })
})
