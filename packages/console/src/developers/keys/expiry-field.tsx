import { TextInput } from '@mantine/core'
import { useTimeZone } from '../../components/values/time/time-zone.ts'

/** The last day of a key. Empty: it does not end by itself. */
export function ExpiryField({
  day,
  error,
  onChange,
}: {
  readonly day: string
  readonly error?: string | undefined
  readonly onChange: (day: string) => void
}) {
  const timeZone = useTimeZone()
  return (
    <TextInput
      type="date"
      label="Expires on"
      description={`At the end of this day in ${timeZone}. If empty, the key is valid until it is revoked.`}
      value={day}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
