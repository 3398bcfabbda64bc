/** The values of all products of a file, for fields that no column fills. */
import { CloseButton, Group, Select, TextInput } from '@mantine/core'
import type { Choices } from './columns.ts'
import { TARGET_LABELS } from './columns.ts'
import {
  type ConstantField,
  issueOfConstant,
  kindOf,
  openFields,
  type TypedConstants,
} from './constants.ts'

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

export function ConstantsForm({
  choices,
  typed,
  onChange,
}: {
  readonly choices: Choices
  readonly typed: TypedConstants
  readonly onChange: (typed: TypedConstants) => void
}) {
  const open = openFields(choices)
  // The VAT is asked for by itself: without it, the rate of the customer holds.
  const shown = open.filter((field) => field === 'VatRate' || typed[field] !== undefined)
  const others = open.filter((field) => !shown.includes(field))
  const change = (field: ConstantField, text: string | undefined) => {
    const { [field]: _, ...rest } = typed
    onChange(text === undefined ? rest : { ...rest, [field]: text })
  }
  return (
    <>
      {shown.map((field) => (
        <Group key={field} gap="xs" align="flex-end" wrap="nowrap">
          <ConstantInput
            field={field}
            typed={typed[field] ?? ''}
            onChange={(text) => change(field, text)}
          />
          {field !== 'VatRate' && (
            <CloseButton
              size="lg"
              aria-label={`Remove: ${labelOf(field)}`}
              onClick={() => change(field, undefined)}
            />
          )}
        </Group>
      ))}
      {others.length > 0 && (
        <Select
          label="Add a value for all products"
          description="For fields without a column in the file, such as the brand."
          placeholder="Choose a field"
          data={others.map((field) => ({ value: field, label: TARGET_LABELS[field] }))}
          value={null}
          onChange={(field) => field && change(field as ConstantField, '')}
        />
      )}
    </>
  )
}

/** A comma, because some labels end with words such as `in percent`. */
const labelOf = (field: ConstantField) => `${TARGET_LABELS[field]}, for all products`

function ConstantInput({
  field,
  typed,
  onChange,
}: {
  readonly field: ConstantField
  readonly typed: string
  readonly onChange: (text: string) => void
}) {
  const label = labelOf(field)
  if (kindOf(field) === 'flag') {
    return (
      <Select
        flex={1}
        label={label}
        data={YES_OR_NO}
        value={typed === '' ? null : typed}
        onChange={(value) => onChange(value ?? '')}
      />
    )
  }
  const description =
    field === 'VatRate' ? 'The file has no column for it. Default VAT rate if empty.' : undefined
  return (
    <TextInput
      flex={1}
      label={label}
      description={description}
      inputMode={kindOf(field) === 'number' ? 'decimal' : 'text'}
      error={issueOfConstant(field, typed)}
      value={typed}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
