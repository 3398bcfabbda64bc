/** The rules of the list of orders: names, tracking numbers that are pasted, sorts, and the way back from an order. */
import { describe, expect, test } from 'vitest'
import { nextSort, sortChoices } from '../../src/components/list/table-head.tsx'
import { formatDay } from '../../src/components/values/days.ts'
import { ordersOf } from '../../src/orders/bulk/job-query.ts'
import { offeredActions, takersOf } from '../../src/orders/bulk/offered-actions.ts'
import { ownReferences, referenceIssues } from '../../src/orders/bulk/own-references.ts'
import { readTracking, sayFate, soughtIn } from '../../src/orders/bulk/tracked/tracking.ts'
import { totalOf } from '../../src/orders/bulk/use-selection.ts'
import { COLUMN_SORTS } from '../../src/orders/column-names.ts'
import { filtersInWords } from '../../src/orders/list/filter-words.ts'
import { orderNames } from '../../src/orders/names.ts'
import type { Order } from '../../src/orders/order.ts'
import { isNarrowed, listOf, sortOf, withList, withoutFilters } from '../../src/orders/search.ts'
import { answersTo, byMatch, describeFound } from '../../src/shell/navigation/found.ts'

test('an order keeps the reference of its channel beside that of the merchant', () => {
  const channel = { ChannelReference: 'WEB-1183' }
  expect(orderNames({ ...channel, MerchantReference: null })).toEqual({
    main: 'WEB-1183',
    other: null,
  })
  expect(orderNames({ ...channel, MerchantReference: 'WEB-1183' }).other).toBeNull()
  expect(orderNames({ ...channel, MerchantReference: '185' })).toEqual({
    main: '185',
    other: 'WEB-1183',
  })
})

describe('tracking numbers from a spreadsheet', () => {
  const named = (Id: number, MerchantReference: string | null, Status: Order['Status']) => ({
    ...{ Id, MerchantReference, ChannelReference: `C-${Id}`, Status },
    canShip: ['IN_PROGRESS', 'IN_BACKORDER'].includes(Status),
  })
  const orders = [
    named(1, '2', 'IN_PROGRESS'),
    named(2, null, 'IN_BACKORDER'),
    named(3, 'M-3', 'SHIPPED'),
    named(4, null, 'NEW'),
  ]
  const fatesOf = (text: string) =>
    readTracking({ text, selected: orders }).map(({ number, fate, order }) => {
      return [number, fate, order?.Id]
    })

  test.each([
    ['tabs', '\t'],
    ['commas', ','],
    ['semicolons', ';'],
  ])('are read with %s, and rows without a carrier get the chosen one', (_, separator) => {
    const text = [`C-1${separator}3S1${separator}PostNL`, `C-2${separator} 3S2 ${separator}`, '']
    const rows = readTracking({ text: text.join('\r\n'), selected: orders, carrier: 'DHL' })
    expect(rows.map(({ order, tracking, carrier }) => [order?.Id, tracking, carrier])).toEqual([
      [1, '3S1', 'PostNL'],
      [2, '3S2', 'DHL'],
    ])
  })

  test('are read with spaces, where a number may have spaces, too', () => {
    const rows = readTracking({ text: 'C-1 3S1\n  C-2   3S 2', selected: orders })
    expect(rows.map(({ order, tracking }) => [order?.Id, tracking])).toEqual([
      [1, '3S1'],
      [2, '3S 2'],
    ])
  })

  test('find an order by the reference of the merchant before its id', () => {
    expect(fatesOf('2,3S1')).toEqual([[1, 'ship', 1]])
    expect(fatesOf('1,3S3')).toEqual([[1, 'ship', 1]])
  })

  test('say what becomes of each row', () => {
    const rows = [
      'Order;Tracking',
      'C-1;3S1',
      'C-1;3S2',
      'C-2;',
      'X-9;3S3',
      'M-3;3S4',
      ';3S5',
    ].join('\n')
    expect(fatesOf(rows)).toEqual([
      [1, 'header', undefined],
      [2, 'ship', 1],
      [3, 'twice', 1],
      [4, 'empty', 2],
      [5, 'sought', undefined],
      [6, 'closed', 3],
      [7, 'unknown', undefined],
    ])
    // Only the first row names columns, and only without digits.
    expect(fatesOf('C-2;3S1\nOrder;Tracking').map(([, fate]) => fate)).toEqual(['ship', 'sought'])
    expect(fatesOf('A-77;3S1')).toEqual([[1, 'sought', undefined]])
  })

  test('warn of a number that two orders have, and of a missing carrier', () => {
    const [one, two] = readTracking({ text: 'C-1;3S1\nC-2;3S1;GLS', selected: orders })
    expect([one && sayFate(one), two && sayFate(two)]).toEqual([
      'Ships, without a carrier',
      'Ships with GLS; row 1 has the same number',
    ])
  })

  const text = ['Order;Tracking', 'C-1;3S1', 'C-2;3S2', 'M-3;3S3', 'C-4;3S4', 'C-9;3S9'].join('\n')
  const found = { names: new Set(['2', 'C-1', 'C-2', 'M-3', 'C-4', 'C-9']), orders }

  test('say of orders that are not selected what the hub has found', () => {
    const selected = [named(7, null, 'IN_PROGRESS')]
    expect(soughtIn(`${text}\nC-7;1\nC-1;2`, selected)).toEqual(['C-1', 'C-2', 'M-3', 'C-4', 'C-9'])
    expect(readTracking({ text, selected, found }).map(sayFate)).toEqual([
      'Column names, left out',
      'Not selected, left out',
      'In backorder and not selected, left out',
      'Already shipped, left out',
      'New: cannot be shipped now, left out',
      'No such order, left out',
    ])
    expect(readTracking({ text, selected }).map(sayFate)[1]).toBe('Not looked up')
  })

  test('ship all orders that can be shipped if none are selected, and none of several with one name', () => {
    const fates = readTracking({ text, selected: [], found }).map(({ fate }) => fate)
    expect(fates).toEqual(['header', 'ship', 'ship', 'closed', 'closed', 'unknown'])
    const twin = { ...named(8, null, 'IN_PROGRESS'), ChannelReference: 'C-1' }
    const twins = { names: found.names, orders: [...orders, twin] }
    const [row] = readTracking({ text: 'C-1;3S1', selected: [], found: twins })
    expect(row && sayFate(row)).toBe('Several orders have this reference, left out')
    const selected = readTracking({ text: 'C-1;3S1', selected: [twin], found: twins })
    expect(selected).toMatchObject([{ fate: 'ship', order: { Id: 8 } }])
  })
})

test('references that are typed for single orders are not empty, and none is twice in the list', () => {
  const proposals = new Map([
    [1, 'WEB-1'],
    [2, 'WEB-2'],
    [3, 'WEB-3'],
  ])
  const issuesOf = (typed: Readonly<Record<number, string>>) => [
    ...referenceIssues(typed, proposals).keys(),
  ]
  expect(issuesOf({ 1: ' 2026-1 ', 2: 'WEB-1' })).toEqual([])
  expect(issuesOf({ 1: '  ', 2: 'WEB-3' })).toEqual([1, 2])
  expect(issuesOf({ 1: 'A', 2: ' A' })).toEqual([1, 2])
  expect(ownReferences({ 1: ' 2026-1 ' })).toEqual([
    { OrderId: 1, MerchantOrderReference: '2026-1' },
  ])
})

test('the head of a column sorts by its first sort, and then in the other direction', () => {
  const sorts = { ascending: 'oldest', descending: 'newest', first: 'descending' } as const
  expect(nextSort(sorts, 'shipBy')).toBe('newest')
  expect(nextSort(sorts, 'newest')).toBe('oldest')
  expect(nextSort(sorts, 'oldest')).toBe('newest')
})

test('the menu of the sorts names both directions of each column that sorts, the first one first', () => {
  const columns = [
    { header: 'Name', sorts: { ascending: 'name', descending: 'nameLast' } },
    { header: 'Status' },
    {
      header: 'Price',
      isNumber: true,
      sorts: { ascending: 'price', descending: 'priceLast', first: 'descending' },
    },
    { header: 'Placed', sorts: COLUMN_SORTS.placed },
  ] as const
  expect(sortChoices(columns)).toEqual([
    { value: 'name', label: 'Name: A to Z' },
    { value: 'nameLast', label: 'Name: Z to A' },
    { value: 'priceLast', label: 'Price: highest first' },
    { value: 'price', label: 'Price: lowest first' },
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ])
})

test('the list in the address of an order leads back to the same tab, filter, search and page', () => {
  const search = {
    tab: 'to-ship',
    q: 'a&b=c 100%',
    late: true,
    channelId: 3,
    sort: 'shipByLast',
    cursor: 'MTIz',
  } as const
  expect(listOf(withList(search))).toEqual(search)
  expect(withList({})).toEqual({})
  expect(listOf({ list: 'tab=nonsense&channelId=x&sort=newest' })).toEqual({ sort: 'newest' })
})

test('clearing a search keeps the tab, the sort and the columns', () => {
  const search = { tab: 'new', q: 'x', country: 'DE', sort: 'oldest', columns: 'order' } as const
  expect(isNarrowed(search)).toBe(true)
  const cleared = withoutFilters(search)
  expect(cleared).toEqual({ tab: 'new', sort: 'oldest', columns: 'order' })
  expect(isNarrowed(cleared)).toBe(false)
})

test('the tabs of orders to ship begin with the most urgent one, and a sort that was chosen has priority', () => {
  const sorts = (['new', 'to-ship', 'backorder', 'to-correct', 'closed', 'all'] as const).map(
    (tab) => sortOf({ tab }),
  )
  expect(sorts).toEqual(['newest', 'shipBy', 'shipBy', 'shipBy', 'newest', 'newest'])
  expect(sortOf({ tab: 'to-ship', sort: 'newest' })).toBe('newest')
  // Chosen statuses replace those of the tab.
  expect(sortOf({ tab: 'to-ship', status: 'SHIPPED' })).toBe('newest')
  expect(sortOf({})).toBe('newest')
})

test('a selection is offered what the hub allows for one of its orders, and nothing else', () => {
  const order = (...allowed: readonly string[]) => ({
    Actions: (['acknowledge', 'ship', 'cancel', 'close'] as const).map((Name) => ({
      ...{ Name, IsAllowed: allowed.includes(Name) },
      Reason: allowed.includes(Name) ? null : { Code: 'MARKET_ORDER_STATUS', Message: '' },
    })),
  })
  expect(offeredActions([order('ship', 'close'), order('acknowledge')])).toEqual([
    ...['acknowledge', 'ship', 'close'],
  ])
  expect(offeredActions([order(), { Actions: [] }])).toEqual([])
  // The panel then counts and names only those that take it.
  const both = [
    { Id: 1, ...order('ship') },
    { Id: 2, ...order('acknowledge') },
  ]
  expect(takersOf('ship', { ids: [1, 2] }, both)).toEqual({ ids: [1] })
  const all = { search: {}, count: 9 }
  expect(takersOf('ship', all, both)).toBe(all)
})

test('all orders of a filter are those of its statuses, and a job gets the filter itself', () => {
  const counts = {
    Total: 9,
    ByStatus: [
      { Status: 'NEW', Count: 4 },
      { Status: 'SHIPPED', Count: 5 },
    ],
  }
  expect([totalOf(counts, []), totalOf(counts, ['NEW'])]).toEqual([9, 4])
  expect(ordersOf({ ids: [1, 2] })).toEqual({ OrderIds: [1, 2] })
  expect(ordersOf({ search: { tab: 'new', q: 'x' }, count: 4 })).toEqual({
    Filter: { q: 'x', status: ['NEW'] },
  })
})

test('a hit of the search says what was found, if its names do not show it', () => {
  const order = {
    Id: 7,
    MerchantReference: '185',
    ChannelReference: 'WEB-1',
    ChannelId: 1,
    Status: 'NEW',
    Email: 'nora@example.com',
    Name: 'Nora Berg',
    OrderDate: '2025-12-31T23:30:00Z',
  } as const
  const found = (Field: string, Value: string) =>
    describeFound(
      { ...order, Match: { Field, Value } } as Parameters<typeof describeFound>[0],
      'Europe/Amsterdam',
    )
  const end = `, ${formatDay('2026-01-01')}, New`
  expect(found('channelReference', 'WEB-1')).toBe(`WEB-1, Nora Berg${end}`)
  expect(found('trackingNumber', '3S9')).toBe(`WEB-1, Nora Berg, tracking number 3S9${end}`)
  expect(found('product', 'MUG-RED')).toBe(`WEB-1, Nora Berg, product MUG-RED${end}`)
  expect(found('email', 'nora@example.com')).toBe(`WEB-1, Nora Berg, nora@example.com${end}`)
  expect(found('id', '7')).toBe(`WEB-1, Nora Berg, order 7${end}`)
})

test('orders that were found by a product alone come apart, and are the newest five', () => {
  const fields = ['product', 'channelReference', ...Array.from({ length: 5 }, () => 'product')]
  const orders = fields.map((Field, Id) => ({
    ...{ Id, Match: { Field: Field as 'product' | 'channelReference', Value: 'MUG' } },
  }))
  const { own, ofProduct } = byMatch(orders)
  expect(own.map(({ Id }) => Id)).toEqual([1])
  expect(ofProduct.map(({ Id }) => Id)).toEqual([0, 2, 3, 4, 5])
})

test('filters are said in words, in the order of their form', () => {
  const words = filtersInWords(
    { country: 'DE', minTotal: 50, channelId: 2, late: true, status: 'NEW,CANCELED' },
    [{ Id: 2, Name: 'Marketplace' }],
    'EUR',
  )
  expect(words.map(([name]) => name)).toEqual([
    ...['channelId', 'status', 'late', 'country', 'minTotal'],
  ])
  expect(words.slice(0, 4).map(([, text]) => text)).toEqual([
    ...['Marketplace', 'New, Cancelled', 'Late', 'To DE'],
  ])
  // Links from statistics set what the form has no field for.
  const linked = filtersInWords({ channelId: 9, createdSince: '2026-11-27' }, [], 'EUR')
  expect(linked.map(([, text]) => text.replace(/since.*/, 'since'))).toEqual([
    ...['Channel 9', 'Received since'],
  ])
  expect(filtersInWords({}, [], 'EUR')).toEqual([])
})

test('an action is found by its label, and by other words for what it opens', () => {
  const account = { label: 'Open my account', words: 'passkeys, sessions, security' }
  for (const text of ['', 'My account', 'passkey', 'Sessions', 'security'])
    expect(answersTo(account, text)).toBe(true)
  expect(answersTo(account, 'theme')).toBe(false)
  expect(answersTo({ label: 'Sign out' }, 'sign')).toBe(true)
})
