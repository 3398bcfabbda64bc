import { Text, Tooltip } from '@mantine/core'
import { languageOfNumbers } from './language.ts'

const units = [
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
    style: 'narrow',
  })
  const seconds = (moment.getTime() - now.getTime()) / 1_000
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

const exact = new Intl.DateTimeFormat(languageOfNumbers(), { dateStyle: 'full', timeStyle: 'long' })

/** A moment, relative to now; the exact one with its zone is shown on hover and focus. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null)
    return (
      <Text span inherit>
        Never
      </Text>
    )
  const moment = new Date(at)
  return (
    <Tooltip label={exact.format(moment)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact moment must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0}>
        {formatAge(moment, new Date())}
      </time>
    </Tooltip>
  )
}
