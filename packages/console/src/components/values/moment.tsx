import { Text, Tooltip } from '@mantine/core'
import { formatDayAndTime, formatExactly, formatMoment } from './time/relative-time.ts'
import { useNow, useTimeZone } from './time/time-zone.ts'

/** A moment, relative to now, or its date if that is a week or more; the exact one in the zone of the customer is shown on hover and focus. */
export function Moment({
  at,
  never = 'Never',
  format = formatMoment,
}: {
  readonly at: string | null
  /** What is shown without a moment. */
  readonly never?: string
  /** @default formatMoment */
  readonly format?: (moment: Date, now: Date, timeZone: string) => string
}) {
  const timeZone = useTimeZone()
  const now = useNow()
  if (at === null)
    return (
      <Text span inherit>
        {never}
      </Text>
    )
  const moment = new Date(at)
  return (
    <Tooltip label={<Exactly moment={moment} />} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact moment must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} {...(format !== formatDayAndTime && UNBROKEN)}>
        {format(moment, now, timeZone)}
      </time>
    </Tooltip>
  )
}

/** Rendered when the tooltip opens: a list has hundreds of moments. */
function Exactly({ moment }: { readonly moment: Date }) {
  return formatExactly(moment, useTimeZone())
}

/** A day with its time and zone is too long for it. */
const UNBROKEN = { style: { whiteSpace: 'nowrap' } } as const
