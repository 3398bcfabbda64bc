/** The fields of what agents may do in a day. */
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { issueOf } from '../../components/form/issue-of.ts'
import {
  CAP_NAMES,
  CAPS,
  type CapMode,
  type CapName,
  type Caps,
  type CapsForm,
  capIssue,
  capQuantity,
} from './caps.ts'

interface Props {
  readonly form: CapsForm
  readonly currency: string
  /** What holds for a cap that is not set here, by name: `As all agents`. */
  readonly given: string
  /** The caps of the rest, where they are known. */
  readonly rest: Partial<Caps> | undefined
  readonly error: unknown
  readonly isReadOnly?: boolean
  readonly onChange: (form: CapsForm) => void
}

export function CapsFields({ form, onChange, ...rest }: Props) {
  return (
    <Stack gap="sm">
      {CAP_NAMES.map((name) => (
        <CapRow
          key={name}
          {...rest}
          name={name}
          form={form}
          onChange={(field) => onChange({ ...form, [name]: field })}
        />
      ))}
    </Stack>
  )
}

function CapRow({
  name,
  form,
  currency,
  given,
  rest,
  error,
  isReadOnly = false,
  onChange,
}: Omit<Props, 'onChange'> & {
  readonly name: CapName
  readonly onChange: (field: CapsForm[CapName]) => void
}) {
  const [label, counts] = CAPS[name]
  const { mode, typed } = form[name]
  const most = rest?.[name]
  const quantity =
    most === undefined
      ? ''
      : most === null
        ? ' (unlimited)'
        : ` (${capQuantity(name, most, currency)})`
  const issue = issueOf(error, `/${name}`) ?? (typed && capIssue(name, form[name], currency))
  return (
    <Group align="end" gap="xs" grow preventGrowOverflow={false} wrap="wrap">
      <NativeSelect
        label={label}
        description={counts}
        miw={200}
        disabled={isReadOnly}
        value={mode}
        data={[
          { value: 'given', label: `${given}${quantity}` },
          { value: 'own', label: 'At most' },
          { value: 'unlimited', label: 'Unlimited' },
        ]}
        onChange={({ currentTarget }) => onChange({ mode: currentTarget.value as CapMode, typed })}
      />
      {mode === 'own' && (
        <TextInput
          aria-label={`${label}: at most`}
          inputMode="decimal"
          miw={120}
          disabled={isReadOnly}
          rightSection={name === 'RefundAmount' ? currency : undefined}
          rightSectionWidth={52}
          value={typed}
          error={issue || undefined}
          onChange={({ currentTarget }) => onChange({ mode, typed: currentTarget.value })}
        />
      )}
    </Group>
  )
}
