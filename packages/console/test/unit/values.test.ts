import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { optionsOf } from '../../src/components/form/options.ts'
import { actorName } from '../../src/components/values/actor.ts'
import { formatDay } from '../../src/components/values/days.ts'
import {
  formatMoney,
  formatNumber,
  formatPercent,
  languageOfNumbers,
  setLanguageOfNumbers,
} from '../../src/components/values/language.ts'
import {
  CANCELLATION_OPTIONS,
  CANCELLATION_REASONS,
  RETURN_REASONS,
  reasonLabel,
} from '../../src/components/values/reasons.ts'
import {
  formatAge,
  formatDayAndTime,
  formatExactly,
  formatLateness,
  formatMoment,
} from '../../src/components/values/time/relative-time.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('numbers and amounts', () => {
  test('are written in the language that the person has chosen', () => {
    setLanguageOfNumbers('de-DE')
    expect(formatNumber(1234.5)).toBe('1.234,5')
    expect(formatMoney(1234.5, 'EUR')).toBe('1.234,50\u00a0€')
    expect(formatPercent(44.6)).toBe('44,6\u00a0%')
    expect(formatDay('2026-11-23')).toBe('23.11.2026')
    setLanguageOfNumbers('en-GB')
    expect(formatMoney(-0.5, 'USD')).toBe('-US$0.50')
    expect(formatPercent(-7)).toBe('-7%')
    expect(formatMoney(1234, 'JPY')).toBe('JP¥1,234')
    expect(formatDay('2026-11-23')).toBe('23 Nov 2026')
  })

  test('are written in the language of the browser if nothing usable is stored', () => {
    setLanguageOfNumbers('en-GB')
    setLanguageOfNumbers('')
    expect(languageOfNumbers()).toBeUndefined()
    for (const text of ['not a tag', 'xx-XX']) {
      stored.set('entrepot-language', text)
      expect(languageOfNumbers(), text).toBeUndefined()
    }
    vi.stubGlobal('localStorage', undefined)
    expect(languageOfNumbers()).toBeUndefined()
  })
})

describe('moments', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const seconds = (count: number) => new Date(now.getTime() + count * 1_000)
  beforeEach(() => setLanguageOfNumbers('en-GB'))

  test.each([
    [0, 'just now'],
    [-59, 'just now'],
    [59, 'now'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-7_199, '1 hour ago'],
    [-86_400, 'yesterday'],
    [172_800, 'in 2 days'],
    [-29 * 86_400, '29 days ago'],
    [-32 * 86_400, '1 month ago'],
    [-800 * 86_400, '2 years ago'],
  ])('%i seconds from now are written as "%s"', (count, text) => {
    expect(formatAge(seconds(count), now, 'UTC')).toBe(text)
  })

  test.each([
    [-6 * 86_400, '6 days ago'],
    [-7 * 86_400, '16 Nov'],
    [7 * 86_400, '30 Nov'],
    [-330 * 86_400, '28 Dec 2025'],
  ])('of a week or more, the date is shown: %i seconds from now are "%s"', (count, text) => {
    expect(formatMoment(seconds(count), now, 'UTC')).toBe(text)
  })

  test.each([
    [-59, 'less than a minute late'],
    [-60, '1 minute late'],
    [-3_600, '1 hour late'],
    [-5 * 86_400, '5 days late'],
  ])('what was due %i seconds from now is "%s"', (count, text) => {
    expect(formatLateness(seconds(count), now, 'UTC')).toBe(text)
  })

  const AMSTERDAM = 'Europe/Amsterdam'
  test.each([
    // What was a day off: 47 hours are two days, because there are two midnights between.
    ['2026-11-25T17:40+01:00', '2026-11-27T16:39+01:00', AMSTERDAM, 'in 2 days'],
    ['2026-11-25T17:40+01:00', '2026-11-26T23:59+01:00', AMSTERDAM, 'tomorrow'],
    ['2026-11-25T17:40+01:00', '2026-11-24T00:01+01:00', AMSTERDAM, 'yesterday'],
    ['2026-11-25T17:40+01:00', '2026-11-23T23:59+01:00', AMSTERDAM, '2 days ago'],
    ['2026-11-25T23:50+01:00', '2026-11-26T06:00+01:00', AMSTERDAM, 'tomorrow'],
    ['2026-11-25T23:50+01:00', '2026-11-26T00:10+01:00', AMSTERDAM, 'in 20 minutes'],
    ['2026-11-26T02:00+01:00', '2026-11-25T23:00+01:00', AMSTERDAM, '3 hours ago'],
    ['2026-11-25T00:10+01:00', '2026-11-25T23:50+01:00', AMSTERDAM, 'in 23 hours'],
    // The same moments are other days elsewhere.
    ['2026-11-25T10:00+01:00', '2026-11-25T20:00+01:00', AMSTERDAM, 'in 10 hours'],
    ['2026-11-25T10:00+01:00', '2026-11-25T20:00+01:00', 'Pacific/Auckland', 'tomorrow'],
    ['2026-11-25T17:40+01:00', '2026-11-26T05:30+01:00', 'America/Los_Angeles', 'in 11 hours'],
    // Weeks, the end of a month and of a year.
    ['2026-11-25T12:00+01:00', '2026-12-02T09:00+01:00', AMSTERDAM, 'in 7 days'],
    ['2026-12-31T12:00+01:00', '2027-01-01T09:00+01:00', AMSTERDAM, 'tomorrow'],
    ['2026-03-31T12:00+02:00', '2026-02-28T12:00+01:00', AMSTERDAM, '1 month ago'],
    ['2026-03-31T12:00+02:00', '2026-03-01T12:00+01:00', AMSTERDAM, '1 month ago'],
    ['2026-11-25T12:00+01:00', '2025-11-26T12:00+01:00', AMSTERDAM, '11 months ago'],
    ['2026-01-25T12:00+01:00', '2024-12-26T12:00+01:00', AMSTERDAM, '1 year ago'],
    // Days of 23 and of 25 hours.
    ['2026-03-28T12:00+01:00', '2026-03-30T11:00+02:00', AMSTERDAM, 'in 2 days'],
    ['2026-03-28T23:30+01:00', '2026-03-29T23:30+02:00', AMSTERDAM, 'tomorrow'],
    ['2026-10-24T23:30+02:00', '2026-10-25T23:45+01:00', AMSTERDAM, 'tomorrow'],
    ['2026-10-25T00:05+02:00', '2026-10-25T23:55+01:00', AMSTERDAM, 'in 24 hours'],
  ])('at %s, %s in %s is "%s"', (at, moment, timeZone, text) => {
    expect(formatAge(new Date(moment), new Date(at), timeZone)).toBe(text)
  })

  test('what is late is so by hours of the first day, and then by days of the calendar', () => {
    const late = (due: string, at: string) => formatLateness(new Date(due), new Date(at), AMSTERDAM)
    expect(late('2026-11-24T08:20+01:00', '2026-11-25T03:20+01:00')).toBe('19 hours late')
    expect(late('2026-11-24T12:00+01:00', '2026-11-25T13:00+01:00')).toBe('1 day late')
    expect(late('2026-11-24T23:00+01:00', '2026-11-26T22:00+01:00')).toBe('2 days late')
    expect(late('2026-11-25T23:00+01:00', '2026-11-26T01:00+01:00')).toBe('2 hours late')
    expect(late('2026-08-25T23:00+02:00', '2026-11-26T01:00+01:00')).toBe('93 days late')
  })

  test('have the day and the time of the zone, and the year if it is another', () => {
    const due = new Date('2026-11-27T16:39:00+01:00')
    const now = new Date('2026-11-25T17:40:00+01:00')
    expect(formatDayAndTime(due, now, AMSTERDAM, AMSTERDAM)).toBe('Fri 27 Nov, 16:39')
    const auckland = 'Pacific/Auckland'
    expect(formatDayAndTime(due, now, auckland, auckland)).toBe('Sat 28 Nov, 04:39')
    setLanguageOfNumbers('en-US')
    expect(formatDayAndTime(due, now, auckland, auckland)).toBe('Sat, Nov 28, 4:39 AM')
    setLanguageOfNumbers('en-GB')
    // Where clocks of the reader show another time, the zone is named.
    expect(formatDayAndTime(due, now, AMSTERDAM, 'Europe/Paris')).toBe('Fri 27 Nov, 16:39')
    expect(formatDayAndTime(due, now, AMSTERDAM, auckland)).toBe('Fri 27 Nov, 16:39 CET')
    expect(formatDayAndTime(due, new Date('2027-01-02T12:00:00Z'), AMSTERDAM)).toContain('2026')
  })

  test('are exact in the zone of the customer, and say what the clock of the reader shows', () => {
    const moment = new Date('2026-11-27T16:39:00+01:00')
    expect(formatExactly(moment, AMSTERDAM, 'Europe/Paris')).toBe(
      'Friday, 27 November 2026 at 16:39:00 CET',
    )
    expect(formatExactly(moment, AMSTERDAM, 'America/New_York')).toContain(
      '(27 Nov 2026, 10:39 where you are)',
    )
  })
})

test('reasons and actors have labels, and unknown ones are shown as they are', () => {
  expect(reasonLabel(RETURN_REASONS, 'REFUSED')).toBe('The buyer refused the parcel')
  expect(reasonLabel(CANCELLATION_REASONS, 'NEW_REASON')).toBe('NEW_REASON')
  expect(reasonLabel(RETURN_REASONS, null)).toBeNull()
  const offered = CANCELLATION_OPTIONS.flatMap(({ items }) => items.map(({ value }) => value))
  expect(offered).toEqual(Object.keys(CANCELLATION_REASONS))
  expect(actorName({ Kind: 'key', Label: 'Warehouse' })).toBe('Warehouse')
  expect(actorName({ Kind: 'system', Label: '' })).toBe('the hub')
  expect(actorName({ Kind: 'robot', Label: '' })).toBe('robot')
})

test('options keep the order of their labels', () => {
  expect(optionsOf({ b: 'B', a: 'A' })).toEqual([
    { value: 'b', label: 'B' },
    { value: 'a', label: 'A' },
  ])
})
