/** A number of a rule. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { Typed } from '../model/form.ts'
import { useIssue, useRules } from './rule-context.tsx'

interface NumberFieldProps
  extends Omit<NumberInputProps, 'value' | 'onChange' | 'error' | 'readOnly'> {
  readonly path: string
  readonly value: Typed | undefined
  readonly onChange: (value: Typed) => void
}

export function NumberField({ path, value, onChange, ...props }: NumberFieldProps) {
  const issue = useIssue(path)
  const { isReadOnly } = useRules()
  return (
    <NumberInput
      hideControls
      inputMode="decimal"
      {...props}
      readOnly={isReadOnly}
      value={value ?? ''}
      error={issue}
      // It writes the number again when it is shown, which is no change.
      onChange={(typed) => typed !== (value ?? '') && onChange(typed as Typed)}
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
