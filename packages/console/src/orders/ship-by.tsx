/** Until when an order is to be shipped: the day and the time, and how far that is. Of what is late, it says how late it is. */
import { Badge, Box, Group, Text } from '@mantine/core'
import { Moment } from '../components/values/moment.tsx'
import {
  formatAge,
  formatDayAndTime,
  formatLateness,
} from '../components/values/time/relative-time.ts'
import { useNow, useTimeZone } from '../components/values/time/time-zone.ts'
import classes from './ship-by.module.css'

/** @param withDay whether it stands outside of a column, and says what it is */
export function ShipBy({
  at,
  withDay = false,
}: {
  readonly at: string | null
  readonly withDay?: boolean
}) {
  const timeZone = useTimeZone()
  const now = useNow()
  if (at === null) return null
  return (
    <Group gap="2px 6px" component="span" lh={1.25}>
      <Text span inherit {...(!withDay && { className: classes.day })}>
        {withDay ? (
          'Ship by '
        ) : (
          // The cards of a phone do not name their columns.
          <Box component="span" hiddenFrom="sm">
            Ship by{' '}
          </Box>
        )}
        {/* A column has no room for the zone: the tooltip of how far it is names it. */}
        {formatDayAndTime(new Date(at), now, timeZone, withDay ? undefined : timeZone)}
      </Text>
      {isLate(at) ? (
        <Badge size="sm" variant="light" color="red" tt="none">
          <Moment at={at} format={formatLateness} />
        </Badge>
      ) : (
        <Text span inherit c="dimmed">
          <Moment at={at} format={formatAge} />
        </Text>
      )}
    </Group>
  )
}

/** Whether a ship-by date has passed. */
export function isLate(shipBy: string | null): boolean {
  return shipBy !== null && Date.parse(shipBy) < Date.now()
}
