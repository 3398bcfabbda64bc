import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { countries } from './countries.ts'

/** The choice of a country. An empty value is none. */
export function CountryField({
  value,
  isReadOnly = false,
  onChange,
  ...props
}: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  readonly value: string
  readonly isReadOnly?: boolean
  readonly onChange: (code: string) => void
}) {
  // A form is rendered with each key.
  const options = useMemo(() => countries(value), [value])
  return (
    <NativeSelect
      label="Country"
      // The address can be that of somebody else.
      autoComplete="off"
      disabled={isReadOnly}
      {...props}
      data={[{ value: '', label: '' }, ...options]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
