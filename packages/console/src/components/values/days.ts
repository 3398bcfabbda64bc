/**
 * Days as `2026-11-23`. Pure. A day begins and ends at midnight in UTC, as in the statistics and the exchange rates of the hub: customers have
 * no time zone, and a filter, a link or a saved view must name the same days for everyone who opens it.
 */
import * as v from 'valibot'
import { languageOfNumbers } from './language.ts'

const DAY_MS = 86_400_000

/** The schema of a day that the calendar has. */
export const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => {
    const moment = Date.parse(text)
    return !Number.isNaN(moment) && dayOf(moment) === text
  }),
)

/** The day of a moment: a text of ISO 8601, or milliseconds since 1970. */
export function dayOf(moment: string | number | Date): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The day that is a number of days later, or earlier if the number is negative. */
export function addDays(from: string, count: number): string {
  return dayOf(Date.parse(from) + count * DAY_MS)
}

/** The moment at which a day begins. */
export function startOfDay(of: string): string {
  return `${of}T00:00:00.000Z`
}

/** The last second of a day. */
export function endOfDay(of: string): string {
  return `${of}T23:59:59.000Z`
}

/** A day in the language that the person has chosen. */
export function formatDay(of: string): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageOfNumbers(), options).format(new Date(of))
}
