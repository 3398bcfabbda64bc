/** In which days begin. */
import { Button, Select, Stack } from '@mantine/core'
import { timeZones, zoneOfBrowser } from './time-zones.ts'

/** Most zones that the open list shows at once; typing finds the others. */
const MOST_SHOWN = 50

export function TimeZoneField({
  value,
  error,
  isReadOnly,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (zone: string) => void
}) {
  const proposed = zoneOfBrowser()
  return (
    <Stack gap={6} align="flex-start">
      <Select
        w="100%"
        label="Time zone"
        description="Days in statistics, filters and saved views start at midnight in this zone."
        searchable
        allowDeselect={false}
        limit={MOST_SHOWN}
        data={[...timeZones(value)]}
        readOnly={isReadOnly}
        value={value}
        error={error}
        onChange={(zone) => onChange(zone ?? value)}
      />
      {!isReadOnly && proposed !== undefined && proposed !== value && (
        <Button size="compact-sm" variant="default" onClick={() => onChange(proposed)}>
          Use {proposed}, as in this browser
        </Button>
      )}
    </Stack>
  )
}
