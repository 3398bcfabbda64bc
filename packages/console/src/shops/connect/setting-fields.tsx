/** The fields of a form that a connector describes. */
import { Select, Switch, TextInput } from '@mantine/core'
import { issueOf as hubIssueOf } from '../../components/form/issue-of.ts'
import { issueOf, type SettingField, type SettingsDraft } from './settings.ts'

export function SettingFields({
  fields,
  draft,
  error,
  isChecked,
  onChange,
}: {
  readonly fields: readonly SettingField[]
  readonly draft: SettingsDraft
  /** Why the hub has refused them. */
  readonly error: unknown
  /** Whether fields that are still empty are reported, too. */
  readonly isChecked: boolean
  readonly onChange: (draft: SettingsDraft) => void
}) {
  return fields.map((field) => {
    const value = draft[field.Name] ?? ''
    const isReported = isChecked || value !== ''
    return (
      <Field
        key={field.Name}
        field={field}
        value={value}
        issue={
          (isReported ? issueOf(field, draft) : undefined) ??
          hubIssueOf(error, `/Settings/${field.Name}`)
        }
        onChange={(next) => onChange({ ...draft, [field.Name]: next })}
      />
    )
  })
}

interface FieldProps {
  readonly field: SettingField
  readonly value: string | boolean
  readonly issue: string | undefined
  readonly onChange: (value: string | boolean) => void
}

function Field({ field, value, issue, onChange }: FieldProps) {
  const { Label: label, Help: description, Required, Type } = field
  if (Type === 'boolean') {
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        error={issue}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  const shared = { label, description, required: Required === true, error: issue }
  if (Type === 'choice') {
    const data = (field.Choices ?? []).map((choice) => ({
      value: choice.Value,
      label: choice.Label,
    }))
    return (
      <Select
        {...shared}
        placeholder="Choose"
        data={data}
        clearable={!Required}
        value={String(value) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      value={String(value)}
      {...(Type === 'number' && { inputMode: 'decimal' as const })}
      {...(Type === 'url' && { inputMode: 'url' as const, placeholder: 'https://' })}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
