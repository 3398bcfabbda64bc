import { Text, Tooltip } from '@mantine/core'
import { languageOfNumbers } from './language.ts'
import { formatAge } from './relative-time.ts'

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
