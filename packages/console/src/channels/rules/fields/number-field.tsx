/** A number of a rule. */
import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { withoutPercent } from '../../../components/values/money-input.ts'
import { numberOf, type Typed } from '../model/typed.ts'
import { useIssue, useRules } from './rule-context.tsx'

interface NumberFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'readOnly'> {
  readonly path: string
  readonly value: Typed | undefined
  /** What is counted, such as `%`. */
  readonly unit?: string | undefined
  readonly onChange: (value: Typed) => void
}

/** As high as a field is, for the buttons beside one. */
export const FIELD_HEIGHT = 36

/** A text field: fields of numbers drop the comma of a pasted `49,95`, and make 4995 of it. */
export function NumberField({ path, value = '', unit, onChange, ...props }: NumberFieldProps) {
  const issue = useIssue(path)
  const { isReadOnly } = useRules()
  const isWrong = value !== '' && Number.isNaN(numberOf(value))
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...(unit && {
        rightSection: (
          <Text size="sm" c="dimmed" aria-hidden>
            {unit}
          </Text>
        ),
        rightSectionPointerEvents: 'none',
        ...(unit !== '%' && { rightSectionWidth: 48 }),
      })}
      {...props}
      readOnly={isReadOnly}
      value={String(value)}
      error={isWrong ? 'Type a number, such as 12.5.' : issue}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(unit === '%' ? withoutPercent(typed) : typed)
      }
    />
  )
}

/** A number that can be left out. */
export function OptionalNumber({
  onChange,
  ...props
}: Omit<NumberFieldProps, 'onChange'> & {
  readonly onChange: (value: Typed | undefined) => void
}) {
  return <NumberField {...props} onChange={(typed) => onChange(typed === '' ? undefined : typed)} />
}
