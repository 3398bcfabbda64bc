import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import {
  addDays,
  day,
  dayOf,
  endOfDay,
  momentAt,
  startOfDay,
} from '../../src/components/values/days.ts'
import type { OrderSearch } from '../../src/orders/search.ts'
import { searchOf, viewOf } from '../../src/orders/views/view-search.ts'

const ZONES = ['Pacific/Honolulu', 'Europe/London', 'Europe/Amsterdam', 'Pacific/Kiritimati']

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('days', () => {
  test.each([
    ['UTC', '2026-11-23', '2026-11-23T00:00:00.000Z', '2026-11-23T23:59:59.000Z'],
    ['Europe/Amsterdam', '2026-11-23', '2026-11-22T23:00:00.000Z', '2026-11-23T22:59:59.000Z'],
    ['Pacific/Kiritimati', '2026-11-23', '2026-11-22T10:00:00.000Z', '2026-11-23T09:59:59.000Z'],
    ['Asia/Kolkata', '2026-11-23', '2026-11-22T18:30:00.000Z', '2026-11-23T18:29:59.000Z'],
    // A day of 23 hours, one of 25, and one that begins at one o'clock, because clocks skip midnight.
    ['Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.000Z'],
    ['Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.000Z'],
  ])('of %s, such as %s, begin at %s and end at %s', (timeZone, name, start, end) => {
    expect(startOfDay(name, timeZone)).toBe(start)
    expect(endOfDay(name, timeZone)).toBe(end)
    expect(dayOf(start, timeZone)).toBe(name)
    expect(dayOf(end, timeZone)).toBe(name)
    expect(dayOf(Date.parse(start) - 1, timeZone)).toBe(addDays(name, -1))
  })

  test('have times that clocks of the zone show', () => {
    const noon = (day: string) => momentAt(`${day}T12:30`, 'Europe/Amsterdam')
    // The day before the clocks change, the day itself, and the day after.
    expect(['2026-03-28', '2026-03-29', '2026-03-30'].map(noon)).toEqual([
      '2026-03-28T11:30:00.000Z',
      '2026-03-29T10:30:00.000Z',
      '2026-03-30T10:30:00.000Z',
    ])
    expect(momentAt('2026-11-27T16:39', 'UTC')).toBe('2026-11-27T16:39:00.000Z')
  })

  test('are those that Intl names, in every zone and at every moment', () => {
    const moment = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2100, 0, 1) })
    const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(moment, zone, (at, timeZone) => {
        const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
        const name = new Intl.DateTimeFormat('en-CA', { ...numeric, timeZone }).format(at)
        expect(dayOf(at, timeZone)).toBe(name)
        const start = Date.parse(startOfDay(name, timeZone))
        expect(start).toBeLessThanOrEqual(at)
        expect(dayOf(start, timeZone)).toBe(name)
        expect(dayOf(start - 1, timeZone)).not.toBe(name)
      }),
      { numRuns: 300 },
    )
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
      expect(searchOf({ Id: 7, ...saved }, 'Europe/Amsterdam')).toEqual({ ...search, saved: 7 })
    },
  )

  test('names its days, so that they stay when the customer moves to another time zone', () => {
    const { Filter } = viewOf(search)
    expect(Filter).toMatchObject({ orderedSince: '2026-11-20', orderedBefore: '2026-11-24' })
  })

  test.each(ZONES)(
    'of an earlier version, with moments in UTC, has the same days in %s',
    (zone) => {
      const Filter = {
        orderedSince: '2026-11-20T00:00:00.000Z',
        orderedBefore: '2026-11-24T00:00:00.000Z',
      }
      expect(searchOf({ Id: 7, Filter, Columns: [] }, zone)).toMatchObject({
        orderedSince: '2026-11-20',
        orderedUntil: '2026-11-23',
      })
    },
  )

  test('that a program has saved with a moment within a day stands for the whole day', () => {
    const Filter = {
      orderedSince: '2026-11-20T15:00:00+01:00',
      orderedBefore: '2026-11-23T15:00:00Z',
      status: 'NEW',
      isLate: false,
    }
    expect(searchOf({ Id: 7, Filter, Columns: [] }, 'UTC')).toEqual({
      tab: 'new',
      orderedSince: '2026-11-20',
      orderedUntil: '2026-11-23',
      saved: 7,
    })
  })

  test('keeps statuses that are not those of a tab, and leaves out what the list does not know', () => {
    const Filter = { status: ['NEW', 'CLOSED'], updatedSince: '2026-11-20T00:00:00Z' }
    expect(searchOf({ Id: 7, Filter, Columns: ['order', 'unknown'] }, 'UTC')).toEqual({
      status: 'NEW,CLOSED',
      columns: 'order',
      saved: 7,
    })
  })
})
