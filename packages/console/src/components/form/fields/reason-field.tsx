import { type ComboboxData, Select } from '@mantine/core'

interface Option<Code extends string> {
  readonly value: Code
  readonly label: string
}

interface ReasonFieldProps<Code extends string> {
  /** The reasons in their order, all in groups or none. */
  readonly options:
    | readonly Option<Code>[]
    | readonly { readonly group: string; readonly items: readonly Option<Code>[] }[]
  /** Whether a reason must be chosen. Otherwise it can be removed again. */
  readonly isRequired?: boolean
  readonly value: Code | null
  readonly onChange: (value: Code | null) => void
}

/** The choice of a reason. */
export function ReasonField<Code extends string>(props: ReasonFieldProps<Code>) {
  const { options, isRequired = false, value, onChange } = props
  return (
    <Select
      label="Reason"
      placeholder="Choose"
      required={isRequired}
      clearable={!isRequired}
      data={options as ComboboxData}
      value={value}
      onChange={(chosen) => onChange(chosen as Code | null)}
    />
  )
}
