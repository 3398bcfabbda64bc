import { formatDayAndTime } from './relative-time.ts'
import { useNow, useTimeZone } from './time-zone.ts'

/** Returns what writes a moment as a day and a time in the zone of the customer, for sentences and charts. */
export function useMomentFormat(): (at: string | number) => string {
  const timeZone = useTimeZone()
  const now = useNow()
  return (at) => formatDayAndTime(new Date(at), now, timeZone)
}
