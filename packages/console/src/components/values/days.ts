/**
 * Days as `2026-11-23`. Pure. A day begins and ends at midnight in the time zone of the customer, as in the statistics and filters of the hub,
 * whatever the zone of the reader.
 */
import * as v from 'valibot'
import { dateFormat } from './language.ts'

const DAY_MS = 86_400_000

/** The schema of a day that the calendar has. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isDay))

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === text
}

/** The day of a moment in a time zone. The moment is a text of ISO 8601, or milliseconds since 1970. */
export function dayOf(moment: string | number | Date, timeZone: string): string {
  const instant = new Date(moment).getTime()
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10)
}

/** The day that is a number of days later, or earlier if the number is negative. */
export function addDays(from: string, count: number): string {
  return new Date(Date.parse(from) + count * DAY_MS).toISOString().slice(0, 10)
}

/** How many days later another day is. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The moment at which a day begins. Where clocks skip midnight, it begins when they do so. */
export function startOfDay(of: string, timeZone: string): string {
  return momentAt(`${of}T00:00`, timeZone)
}

/** The moment at which clocks of a zone show a day and a time, such as `2026-11-23T16:30`. */
export function momentAt(shown: string, timeZone: string): string {
  const local = Date.parse(`${shown}Z`)
  // Of a time that clocks show twice, the offset of before gives the first; of one that they skip, one after the change.
  const before = local - offsetAt(local - DAY_MS, timeZone)
  const isShown = before + offsetAt(before, timeZone) === local
  const after = local - offsetAt(local + DAY_MS, timeZone)
  const isShownAfter = after + offsetAt(after, timeZone) === local
  return new Date(isShown || !isShownAfter ? before : after).toISOString()
}

/** The last second of a day. */
export function endOfDay(of: string, timeZone: string): string {
  return new Date(Date.parse(startOfDay(addDays(of, 1), timeZone)) - 1_000).toISOString()
}

/** A day in the language that the person has chosen. */
export function formatDay(of: string, options: Intl.DateTimeFormatOptions = MEDIUM): string {
  return dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(of))
}

const MEDIUM: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }

const clocks = new Map<string, Intl.DateTimeFormat>()

/** By how many milliseconds the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const clock = clocks.get(timeZone) ?? createClock(timeZone)
  clocks.set(timeZone, clock)
  const shown: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = shown
  const local = Date.UTC(year, month - 1, date, hour, minute, second)
  return local - Math.floor(instant / 1_000) * 1_000
}

function createClock(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric' as const
  return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone, hourCycle: 'h23', year: number, month: number, day: number },
    ...{ hour: number, minute: number, second: number },
  })
}
