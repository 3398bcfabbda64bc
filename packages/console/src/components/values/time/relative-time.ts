/** Moments relative to now, in words. Pure. Days are those of a time zone: tomorrow begins at midnight there, not in 24 hours. */
import { dayOf, daysBetween } from '../days.ts'
import { dateFormat } from '../language.ts'

/** The language of the sentences in which these words stand. Numbers and dates are in that of the person. */
const WORDS = 'en-GB'

const [MINUTE, HOUR] = [60_000, 3_600_000]

/** Within this time the hours say more than `yesterday` or `tomorrow`. */
const SOON = 6 * HOUR

/** From this number of days on, the date says more than how long ago it was. */
const WEEK = 7

/** From this number of days on, months are counted. */
const MONTH = 30

interface Distance {
  readonly count: number
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
}

/** How far a moment is from now: in minutes and hours that have passed, and in days, months and years of the calendar. */
function distanceOf(moment: Date, now: Date, timeZone: string): Distance {
  const milliseconds = moment.getTime() - now.getTime()
  const time = Math.abs(milliseconds)
  if (time < MINUTE) return { count: 0, unit: 'second' }
  if (time < HOUR) return { count: Math.trunc(milliseconds / MINUTE), unit: 'minute' }
  const [from, to] = [dayOf(now, timeZone), dayOf(moment, timeZone)]
  const days = daysBetween(from, to)
  if (time < SOON || days === 0) return { count: Math.trunc(milliseconds / HOUR), unit: 'hour' }
  if (Math.abs(days) < MONTH) return { count: days, unit: 'day' }
  const months = monthsBetween(from, to)
  if (Math.abs(months) < 12) return { count: months || Math.sign(days), unit: 'month' }
  return { count: Math.trunc(months / 12), unit: 'year' }
}

/** The whole months from one day to another. */
function monthsBetween(from: string, to: string): number {
  if (to < from) return -monthsBetween(to, from)
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const isShort = to.slice(8) < from.slice(8)
  return monthOf(to) - monthOf(from) - (isShort ? 1 : 0)
}

const AGES = {
  auto: new Intl.RelativeTimeFormat(WORDS, { numeric: 'auto' }),
  always: new Intl.RelativeTimeFormat(WORDS, { numeric: 'always' }),
}

/** How long ago a moment is, or in which time it comes, such as `2 hours ago`, `tomorrow` and `in 3 days`. */
export function formatAge(moment: Date, now: Date, timeZone: string): string {
  const { count, unit } = distanceOf(moment, now, timeZone)
  if (unit === 'second') return moment > now ? 'now' : 'just now'
  // Only of days: `last year` is not what was 13 months ago.
  const numeric = unit === 'day' ? 'auto' : 'always'
  return AGES[numeric].format(count, unit)
}

/** How far a moment is from now; its date if that is a week or more, with the year if it is another one. */
export function formatMoment(moment: Date, now: Date, timeZone: string): string {
  const [today, day] = [dayOf(now, timeZone), dayOf(moment, timeZone)]
  if (Math.abs(daysBetween(today, day)) < WEEK) return formatAge(moment, now, timeZone)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return dateFormat({
    ...{ day: 'numeric', month: 'short', timeZone },
    ...(!isThisYear && { year: 'numeric' }),
  }).format(moment)
}

/** How much time has passed since a moment, such as `5 hours`: whole minutes, hours or days of 24 hours. */
export function formatDuration(since: Date, now: Date): string {
  const time = now.getTime() - since.getTime()
  if (time < MINUTE) return 'less than a minute'
  const [unit, length] = DURATIONS.find(([, length]) => time >= length) ?? ['minute', MINUTE]
  return UNITS[unit].format(Math.trunc(time / length))
}

const DURATIONS = [
  ['day', 24 * HOUR],
  ['hour', HOUR],
] as const

const unitFormat = (unit: string) =>
  new Intl.NumberFormat(WORDS, { style: 'unit', unitDisplay: 'long', unit })
const UNITS = { day: unitFormat('day'), hour: unitFormat('hour'), minute: unitFormat('minute') }

/** How long something is overdue, such as `5 hours late`; from a day on in days of the calendar, which agree with the date that it was due. */
export function formatLateness(due: Date, now: Date, timeZone: string): string {
  const isDays = now.getTime() - due.getTime() >= 24 * HOUR
  const days = daysBetween(dayOf(due, timeZone), dayOf(now, timeZone))
  return `${isDays ? UNITS.day.format(days) : formatDuration(due, now)} late`
}

/**
 * A day and a time, such as `Fri, Nov 27, 4:39 PM`; with the year if it is another one, and with the zone if clocks where the reader is show
 * another time.
 */
export function formatDayAndTime(
  moment: Date,
  now: Date,
  timeZone: string,
  readerZone?: string,
): string {
  const isThisYear = dayOf(moment, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  return formatIn(moment, timeZone, readerZone, {
    ...{ weekday: 'short', month: 'short', day: 'numeric' },
    ...{ hour: has24Hours() ? '2-digit' : 'numeric', minute: '2-digit' },
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** Whether the clock of the language has no a.m. and p.m.: its hours have two digits, as in 05:30. */
function has24Hours(): boolean {
  const { hourCycle } = dateFormat({ hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24'
}

/** A moment in a zone, which is named if clocks where the reader is show another time. */
function formatIn(
  moment: Date,
  timeZone: string,
  readerZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  const inZone = (zone: string | undefined, more: Intl.DateTimeFormatOptions = {}) =>
    dateFormat({ ...options, ...more, timeZone: zone }).format(moment)
  const there = inZone(timeZone)
  return there === inZone(readerZone) ? there : inZone(timeZone, { timeZoneName: 'short' })
}

/** The exact moment with its zone; also where the reader is, if clocks there show another time. */
export function formatExactly(moment: Date, timeZone: string, readerZone?: string): string {
  const inZone = (zone: string | undefined, style: Intl.DateTimeFormatOptions) =>
    dateFormat({ ...style, timeZone: zone }).format(moment)
  const exact = inZone(timeZone, { dateStyle: 'full', timeStyle: 'long' })
  const short = { dateStyle: 'medium', timeStyle: 'short' } as const
  const there = inZone(readerZone, short)
  return there === inZone(timeZone, short) ? exact : `${exact} (${there} where you are)`
}
