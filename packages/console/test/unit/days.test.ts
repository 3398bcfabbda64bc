import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, day, dayOf, endOfDay, startOfDay } from '../../src/components/values/days.ts'
import type { OrderSearch } from '../../src/orders/search.ts'
import { searchOf, viewOf } from '../../src/orders/views/view-search.ts'

const ZONES = ['Pacific/Honolulu', 'Europe/London', 'Europe/Amsterdam', 'Pacific/Kiritimati']

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('days', () => {
  test.each(ZONES)('begin and end in UTC for a reader in %s', (TZ) => {
    process.env.TZ = TZ
    expect(startOfDay('2026-11-23')).toBe('2026-11-23T00:00:00.000Z')
    expect(endOfDay('2026-11-23')).toBe('2026-11-23T23:59:59.000Z')
    expect(dayOf('2026-11-23T23:59:59Z')).toBe('2026-11-23')
    expect(dayOf('2026-11-23T00:30:00+01:00')).toBe('2026-11-22')
  })

  test('are counted across months, years and changes of summer time', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  })

  test('are those that the calendar has', () => {
    expect(v.is(day, '2028-02-29')).toBe(true)
    for (const wrong of ['2026-02-29', '2026-04-31', '2026-1-1', 20261123]) {
      expect(v.is(day, wrong), String(wrong)).toBe(false)
    }
  })
})

describe('a saved view', () => {
  const search: OrderSearch = {
    tab: 'new',
    q: 'Nora',
    late: true,
    channelId: 2,
    createdSince: '2026-11-01T00:00:00Z',
    orderedSince: '2026-11-20',
    orderedUntil: '2026-11-23',
    country: 'NL',
    minTotal: 10,
    sort: 'shipBy',
    columns: 'order,total',
  }

  test.each(ZONES.flatMap((from) => ZONES.map((to) => [from, to] as const)))(
    'that is saved in %s opens in %s with the same days and filters',
    (from, to) => {
      process.env.TZ = from
      const saved = viewOf(search)
      process.env.TZ = to
      expect(searchOf({ Id: 7, ...saved })).toEqual({ ...search, saved: 7 })
    },
  )

  test('that a program has saved with a moment within a day stands for the whole day', () => {
    const Filter = {
      orderedSince: '2026-11-20T15:00:00+01:00',
      orderedBefore: '2026-11-23T15:00:00Z',
      status: 'NEW',
      isLate: false,
    }
    expect(searchOf({ Id: 7, Filter, Columns: [] })).toEqual({
      tab: 'new',
      orderedSince: '2026-11-20',
      orderedUntil: '2026-11-23',
      saved: 7,
    })
  })

  test('keeps statuses that are not those of a tab, and leaves out what the list does not know', () => {
    const Filter = { status: ['NEW', 'CLOSED'], updatedSince: '2026-11-20T00:00:00Z' }
    expect(searchOf({ Id: 7, Filter, Columns: ['order', 'unknown'] })).toEqual({
      status: 'NEW,CLOSED',
      columns: 'order',
      saved: 7,
    })
  })
})
