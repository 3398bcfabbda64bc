/** Until when an order is to be shipped. Of what is late, it says how late it is. */
import { Badge, Group } from '@mantine/core'
import { languageOfNumbers } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { formatLateness } from '../components/values/relative-time.ts'

/** @param withDay whether the day and the time are shown, too */
export function ShipBy({
  at,
  withDay = false,
}: {
  readonly at: string | null
  readonly withDay?: boolean
}) {
  if (at === null) return null
  const relative = isLate(at) ? (
    <Badge size="sm" variant="light" color="red" tt="none">
      <Moment at={at} format={formatLateness} />
    </Badge>
  ) : (
    <Moment at={at} />
  )
  if (!withDay) return relative
  return (
    <Group gap={6} component="span">
      Ship by {formatDay(at)}
      {relative}
    </Group>
  )
}

function formatDay(at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(languageOfNumbers(), options).format(new Date(at))
}

/** Whether a ship-by date has passed. */
export function isLate(shipBy: string | null): boolean {
  return shipBy !== null && Date.parse(shipBy) < Date.now()
}
