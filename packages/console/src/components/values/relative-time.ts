/** Moments relative to now, in words. Pure. */
import { languageOfNumbers } from './language.ts'

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a moment is, such as `2 hours ago`. */
export function formatAge(moment: Date, now: Date): string {
  const format = new Intl.RelativeTimeFormat(languageOfNumbers(), {
    numeric: 'auto',
    style: 'long',
  })
  const seconds = (moment.getTime() - now.getTime()) / 1_000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

/** How long something is overdue, such as `5 hours late`. */
export function formatLateness(due: Date, now: Date): string {
  const seconds = (now.getTime() - due.getTime()) / 1_000
  const [unit, length] = UNITS.find((one) => seconds >= one[1]) ?? ['minute', 60]
  const format = new Intl.NumberFormat(languageOfNumbers(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  return `${format.format(Math.max(1, Math.trunc(seconds / length)))} late`
}
