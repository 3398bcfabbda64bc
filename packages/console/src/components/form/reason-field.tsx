import { Select } from '@mantine/core'
import { optionsOf } from './options.ts'

interface ReasonFieldProps<Code extends string> {
  /** The labels of the reasons, in their order. */
  readonly labels: Readonly<Record<Code, string>>
  readonly description?: string
  /** Whether a reason must be chosen. Otherwise it can be removed again. */
  readonly isRequired?: boolean
  readonly value: Code | null
  readonly onChange: (value: Code | null) => void
}

/** The choice of a reason. */
export function ReasonField<Code extends string>(props: ReasonFieldProps<Code>) {
  const { labels, description, isRequired = false, value, onChange } = props
  return (
    <Select
      label="Reason"
      description={description}
      placeholder="Choose"
      required={isRequired}
      clearable={!isRequired}
      data={optionsOf(labels)}
      value={value}
      onChange={(chosen) => onChange(chosen as Code | null)}
    />
  )
}
