import { TextInput } from '@mantine/core'

/** The end of a day in the time zone of the browser, as ISO 8601. */
export function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** The day of a moment in the time zone of the browser, as `2026-11-23`. */
export function dayOf(moment: string | null): string {
  if (moment === null) return ''
  const date = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

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
  return (
    <TextInput
      type="date"
      label="Valid until the end of"
      description="When left out, the key is valid until somebody revokes it."
      value={day}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
