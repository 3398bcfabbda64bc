import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { agentsSearch } from '../../src/agents/search.ts'
import { channelSearch } from '../../src/channels/search.ts'
import { developersSearch, webhookSearch } from '../../src/developers/search.ts'
import {
  columnsOf,
  filterOf as orderFilterOf,
  orderPageSearch,
  orderSearch,
  pickListSearch,
} from '../../src/orders/search.ts'
import {
  filterOf as productFilterOf,
  productsSearch,
  withFilters,
} from '../../src/products/search.ts'
import { returnsSearch } from '../../src/returns/search.ts'
import { flag, id, searchSchema, text } from '../../src/search-params.ts'
import { settingsSearch } from '../../src/settings/search.ts'
import { teamSearch } from '../../src/team/search.ts'

const schemas = {
  agentsSearch,
  channelSearch,
  developersSearch,
  webhookSearch,
  orderSearch,
  orderPageSearch,
  pickListSearch,
  productsSearch,
  returnsSearch,
  settingsSearch,
  teamSearch,
}

describe('search parameters', () => {
  test.each(Object.entries(schemas))('%s accepts every URL', (_, schema) => {
    expect(v.parse(schema as v.GenericSchema, {})).toEqual({})
    const names = [
      'cursor',
      'q',
      'id',
      'action',
      'tab',
      'tab',
      'status',
      'open',
      'since',
      'columns',
    ]
    for (const value of ['', null, undefined, {}, [], '\u0000', -1, Number.NaN, '<script>']) {
      const given = Object.fromEntries(names.map((name) => [name, value]))
      const {
        q: _q,
        cursor: _cursor,
        ...others
      } = v.parse(schema as v.GenericSchema, given) as {
        q?: string
        cursor?: string
      }
      expect(others).toEqual({})
    }
  })

  test('a text is trimmed, and digits that the router has read as a number are a text', () => {
    const schema = searchSchema({ text })
    expect(v.parse(schema, { text: ' a b ' })).toEqual({ text: 'a b' })
    expect(v.parse(schema, { text: 1042 })).toEqual({ text: '1042' })
    expect(v.parse(schema, { text: '  ' })).toEqual({})
  })

  test('an id is a positive integer, as a number or as digits', () => {
    const schema = searchSchema({ id })
    expect(v.parse(schema, { id: '17' })).toEqual({ id: 17 })
    for (const wrong of [0, -1, 1.5, 'x', '', 2 ** 53]) {
      expect(v.parse(schema, { id: wrong })).toEqual({})
    }
  })

  test('a flag is true or left out', () => {
    const schema = searchSchema({ flag })
    expect(v.parse(schema, { flag: 'true' })).toEqual({ flag: true })
    expect(v.parse(schema, { flag: false })).toEqual({})
  })

  test('one wrong parameter does not remove the others', () => {
    expect(v.parse(teamSearch, { cursor: 'c', action: 'unknown', id: 3 })).toEqual({
      cursor: 'c',
      id: 3,
    })
  })
})

describe('the list of orders', () => {
  test('keeps every filter that it understands', () => {
    const search = {
      tab: 'new',
      q: 'Nora',
      late: true,
      channelId: 2,
      createdSince: '2026-11-23T00:00:00Z',
      orderedSince: '2026-11-20',
      orderedUntil: '2026-11-23',
      product: 'MUG-RED',
      country: 'NL',
      minTotal: 0,
      maxTotal: 99.5,
      sort: 'shipBy',
      columns: 'order,total',
      saved: 5,
      cursor: 'c',
    }
    expect(v.parse(orderSearch, search)).toEqual(search)
  })

  test('reads the texts of its form', () => {
    const typed = { country: 'nl', minTotal: '12.5', maxTotal: '', late: 'true', channelId: '' }
    expect(v.parse(orderSearch, typed)).toEqual({ country: 'NL', minTotal: 12.5, late: true })
  })

  test.each([
    ['status', 'NEW,UNKNOWN,CLOSED', 'NEW,CLOSED'],
    ['columns', 'total,unknown,order', 'total,order'],
  ])('leaves unknown names out of %s', (name, given, expected) => {
    expect(v.parse(orderSearch, { [name]: given })).toEqual({ [name]: expected })
  })

  test.each(['2026-02-30', '2026-13-01', '20261120', 'yesterday', '2026-11-20T00:00:00Z'])(
    'leaves out the day %s',
    (orderedSince) => expect(v.parse(orderSearch, { orderedSince })).toEqual({}),
  )

  test('asks the hub for the statuses of the tab, or for those that were chosen', () => {
    expect(orderFilterOf({ tab: 'new' })).toEqual({ status: ['NEW'] })
    expect(orderFilterOf({ tab: 'new', status: 'CLOSED,SHIPPED' })).toEqual({
      status: ['SHIPPED', 'CLOSED'],
    })
    expect(orderFilterOf({ tab: 'all' })).toEqual({})
  })

  test('asks the hub for whole days, and leaves out what is no filter', () => {
    const search = { orderedSince: '2026-11-20', orderedUntil: '2026-12-31', late: true } as const
    expect(orderFilterOf({ ...search, sort: 'oldest', columns: 'order', cursor: 'c' })).toEqual({
      orderedSince: '2026-11-20',
      orderedBefore: '2027-01-01',
      isLate: true,
    })
  })

  test('has a pick list of at most 100 ids', () => {
    const ids = Array.from({ length: 150 }, (_, index) => index)
    const found = v.parse(pickListSearch, { ids: `x,${ids.join(',')}` })
    expect(found.ids?.split(',')).toEqual(ids.slice(1, 101).map(String))
  })
})

describe('the list of products', () => {
  test('filters what is pending only at a channel', () => {
    expect(v.parse(productsSearch, { pending: 'create' })).toEqual({})
    const search = { pending: 'create', pendingAt: 3 } as const
    expect(v.parse(productsSearch, search)).toEqual(search)
    expect(productFilterOf(search)).toEqual({ pending: ['create'], pendingAt: 3 })
  })

  test('opens at most 50 families', () => {
    const open = Array.from({ length: 60 }, (_, index) => `P-${index}`)
    expect(v.parse(productsSearch, { open }).open).toEqual(open.slice(0, 50))
  })

  test('begins at the first page after its filter has changed', () => {
    const before = { cursor: 'c', open: ['P-1'], q: 'mug', outOfStock: true } as const
    expect(withFilters(before, { outOfStock: false, noEan: true })).toEqual({
      q: 'mug',
      noEan: true,
    })
  })

  test('asks for what was created since a moment only among what has changed since then', () => {
    const at = '2026-11-20T10:30:00Z'
    expect(productFilterOf({ changedSince: at })).toEqual({ updatedSince: at })
    expect(productFilterOf({ changedSince: at, isNew: true })).toEqual({
      updatedSince: at,
      createdSince: at,
    })
    expect(productFilterOf({ isNew: true })).toEqual({})
  })

  test('asks the hub for active or inactive products, without stock and without EAN', () => {
    expect(productFilterOf({ status: 'inactive' })).toEqual({ isActive: false })
    expect(
      productFilterOf({ status: 'active', outOfStock: true, noEan: true, listedAt: 2 }),
    ).toEqual({
      isActive: true,
      maxAvailable: 0,
      hasEan: false,
      listedAt: 2,
    })
  })
})

test('the columns of orders are the chosen ones, and what is completed has no day to ship by', () => {
  expect(columnsOf({})).toContain('shipBy')
  expect(columnsOf({ tab: 'closed' })).not.toContain('shipBy')
  expect(columnsOf({ tab: 'closed', status: 'NEW' })).toContain('shipBy')
  expect(columnsOf({ tab: 'closed', columns: 'order,shipBy' })).toEqual(['order', 'shipBy'])
})
