/** The value with which a field is compared. */
import { kindOf } from '@entrepot/marketplace/offer-rules'
import { Select, TagsInput, TextInput } from '@mantine/core'
import { type FieldRow, isNumeric, type Operand } from '../model/condition.ts'
import { AMOUNTS } from '../model/fields.ts'
import { numberOf } from '../model/typed.ts'
import { NumberField } from './number-field.tsx'
import { useIssue, useRules } from './rule-context.tsx'

export function OperandField({
  row,
  path,
  onChange,
}: {
  readonly row: FieldRow
  readonly path: string
  readonly onChange: (row: FieldRow) => void
}) {
  const { isReadOnly, currency } = useRules()
  const error = useIssue(path)
  const { operator, operand } = row
  const set = (value: Operand | readonly Operand[]) => onChange({ ...row, operand: value })
  const isNumber = isNumeric(row)
  const shared = { 'aria-label': 'Value', flex: '2 1 140px', readOnly: isReadOnly } as const
  if (operator === 'Exists' || operator === 'Missing') return null
  if (operator === 'In') {
    const values = operand as readonly Operand[]
    return (
      <TagsInput
        {...shared}
        error={error}
        placeholder={values.length === 0 ? 'Type, then Enter' : ''}
        // Categories contain commas.
        splitChars={['\n', '\t', ';']}
        acceptValueOnBlur
        value={values.map(String)}
        onChange={(texts) => set(texts.map((text) => operandOf(text, values, isNumber)))}
      />
    )
  }
  if (kindOf(row.field) === 'boolean') {
    return (
      <Select
        {...shared}
        error={error}
        placeholder="Choose"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={operand === '' ? null : String(operand)}
        onChange={(chosen) => chosen !== null && set(chosen === 'true')}
      />
    )
  }
  if (isNumber) {
    return (
      <NumberField
        aria-label="Value"
        flex="2 1 140px"
        path={path}
        unit={AMOUNTS.has(row.field) ? currency : undefined}
        value={operand as number | string}
        onChange={set}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      error={error}
      value={String(operand)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** A text of the list as the value that it was, so that a number stays one. */
function operandOf(text: string, before: readonly Operand[], isNumber: boolean): Operand {
  const known = before.find((value) => String(value) === text)
  if (known !== undefined) return known
  const number = numberOf(text)
  return isNumber && !Number.isNaN(number) ? number : text
}
