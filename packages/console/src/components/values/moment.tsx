import { Text, Tooltip } from '@mantine/core'
import { languageOfNumbers } from './language.ts'

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a moment is, such as `2 hours ago`. Pure. */
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

/** How long something is overdue, such as `5 hours late`. Pure. */
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

const exact = new Intl.DateTimeFormat(languageOfNumbers(), { dateStyle: 'full', timeStyle: 'long' })

/** A moment, relative to now; the exact one with its zone is shown on hover and focus. */
export function Moment({
  at,
  never = 'Never',
  format = formatAge,
}: {
  readonly at: string | null
  /** What is shown without a moment. */
  readonly never?: string
  /** Writes the moment relative to now. */
  readonly format?: (moment: Date, now: Date) => string
}) {
  if (at === null)
    return (
      <Text span inherit>
        {never}
      </Text>
    )
  const moment = new Date(at)
  return (
    <Tooltip label={exact.format(moment)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact moment must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0}>
        {format(moment, new Date())}
      </time>
    </Tooltip>
  )
}
