import { describe, expect, test } from 'vitest'
import { missingLabel, missingOf, shortInStockOf, shortLabel } from '../../src/orders/units.ts'
import { explainStock } from '../../src/products/stock/explain.ts'
import { lagIn, STOCK_WAYS, stockWayOf } from '../../src/settings/stock-keeper.ts'
import { inOrderOfFilling, waitingActions } from '../../src/stock/waiting-actions.ts'

test.each(Object.entries(STOCK_WAYS))(
  'the choice %s stores the settings that it reads back',
  (way, { settings }) => {
    expect(stockWayOf(settings)).toBe(way)
  },
)

test.each([
  [0, 0, 'minutes'],
  [45, 45, 'minutes'],
  [60, 1, 'hours'],
  [90, 90, 'minutes'],
  [1_440, 1, 'days'],
  [10_080, 7, 'days'],
] as const)('%i minutes are shown as %i %s', (minutes, amount, unit) => {
  expect(lagIn(minutes)).toEqual({ amount, unit })
})

describe('the number of units that can be sold is explained', () => {
  const formatMoment = (at: string) => `<${at}>`
  const product = { Stock: 20, StockReserved: 15, StockAvailable: 5, StockCountedAt: null }

  test.each([
    ['counts', 'minus 15 in open orders or shipped since: 5 can be sold.'],
    [
      'import',
      'minus 15 in orders that are not acknowledged, or acknowledged since: 5 can be sold.',
    ],
    ['hub', 'minus 15 in open orders: 5 can be sold.'],
  ] as const)('for the choice %s', (way, end) => {
    expect(explainStock(product, STOCK_WAYS[way].settings, formatMoment)).toBe(
      `20 in stock, ${end}`,
    )
  })

  test('with the moment of the count, and what is missing', () => {
    const short = { Stock: 20, StockReserved: 23, StockAvailable: 0 }
    const counted = { ...short, StockCountedAt: '2026-11-25T10:00:00Z' }
    const text = explainStock(counted, STOCK_WAYS.hub.settings, formatMoment)
    expect(text).toBe(
      '20 in stock, last counted on <2026-11-25T10:00:00Z>, minus 23 in open orders: 0 can be sold, 3 missing.',
    )
  })

  test('if nothing is reserved, and if nobody keeps the stock', () => {
    const free = { ...product, StockReserved: 0, StockAvailable: 20 }
    expect(explainStock(free, STOCK_WAYS.hub.settings, formatMoment)).toBe(
      '20 in stock, and none in open orders: 20 can be sold.',
    )
    expect(explainStock(free, STOCK_WAYS.nobody.settings, formatMoment)).toContain('20 as it is')
  })
})

test('of units that are short, those in backorder wait already', () => {
  const line = { OpenQuantity: 15, BackorderQuantity: 8, ShortUnits: 10 }
  expect(shortInStockOf(line)).toBe(2)
  expect(shortLabel(line)).toBe('2 of 7 units missing')
  expect(shortLabel({ ...line, ShortUnits: 8 })).toBeUndefined()
  expect(shortLabel({ OpenQuantity: 1, BackorderQuantity: 0, ShortUnits: 1 })).toBe(
    '1 of 1 unit missing',
  )
  // All units can be cancelled, also those in backorder.
  expect(missingOf(line, 15)).toBe(10)
  expect(missingLabel(0, 15)).toBeUndefined()
})

test.each([
  ['NEW', 0, 0, ['acknowledge', 'cancel']],
  ['IN_PROGRESS', 0, 0, ['ship', 'cancel']],
  ['IN_PROGRESS', 1, 0, ['ship', 'backorder', 'cancel']],
  ['IN_PROGRESS', 1, 1, ['ship', 'cancel']],
  ['IN_PROGRESS', 2, 0, ['backorder', 'cancel']],
  ['IN_BACKORDER', 0, 2, ['ship', 'cancel']],
  ['IN_BACKORDER', 2, 2, ['cancel']],
  ['CLOSED', 2, 0, []],
] as const)(
  'an order of 2 units that is %s, %i of them missing and %i in backorder, has %j',
  (Status, ShortUnits, BackorderQuantity, all) => {
    const order = { Status, OpenQuantity: 2, BackorderQuantity, ShortUnits }
    expect(waitingActions(order, () => true)).toEqual(all)
    const ofOrders = all.filter((action) => action === 'acknowledge')
    expect(waitingActions(order, (scope) => scope === 'orders:write')).toEqual(ofOrders)
  },
)

test('orders that wait are listed as units go to them: backorders first, and older ones before newer ones', () => {
  const newestFirst = (['NEW', 'IN_BACKORDER', 'IN_PROGRESS', 'IN_BACKORDER'] as const).map(
    (Status, index) => ({ Status, Id: 4 - index }),
  )
  expect(inOrderOfFilling(newestFirst).map(({ Id }) => Id)).toEqual([1, 3, 2, 4])
})
