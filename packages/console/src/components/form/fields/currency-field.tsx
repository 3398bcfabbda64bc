import { Select, type SelectProps } from '@mantine/core'

/** The choice of a currency of ISO 4217. */
export function CurrencyField({
  value,
  ...props
}: Omit<SelectProps, 'data' | 'value'> & { readonly value: string | null }) {
  const known = Intl.supportedValuesOf('currency')
  // The hub may know one that the browser does not.
  const data = value === null || known.includes(value) ? known : [value, ...known]
  return (
    <Select
      label="Currency"
      searchable
      selectFirstOptionOnChange
      // A field that opens no list does not look like one that does.
      {...(props.readOnly && { variant: 'filled' })}
      {...props}
      data={data}
      value={value}
    />
  )
}
