/** The lowest or the highest price of a rule. */
import { Group, Select } from '@mantine/core'
import { optionsOf } from '../../../components/form/options.ts'
import type { PriceRuleForm } from '../model/form.ts'
import { NumberField } from './number-field.tsx'
import { useRules } from './rule-context.tsx'

type Limit = PriceRuleForm['rest']['Min']

const KINDS = {
  none: 'No limit',
  Amount: 'An amount',
  MarginPercent: 'Purchase price plus',
  MsrpPercent: 'Share of the list price',
} as const

type Kind = Exclude<keyof typeof KINDS, 'none'>

export function LimitField({
  label,
  limit,
  path,
  onChange,
}: {
  readonly label: string
  readonly limit: Limit
  readonly path: string
  readonly onChange: (limit: Limit) => void
}) {
  const { isReadOnly } = useRules()
  const names = ['Amount', 'MarginPercent', 'MsrpPercent'] as const
  const kind = names.find((name) => limit?.[name] !== undefined)
  const choose = (chosen: string | null) => {
    if (chosen === (kind ?? 'none')) return
    onChange(chosen === 'none' ? undefined : { [chosen as Kind]: '' })
  }
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={label}>
      <Select
        label={label}
        flex="2 1 150px"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={optionsOf(KINDS)}
        value={kind ?? 'none'}
        onChange={choose}
      />
      {kind && (
        <NumberField
          aria-label={`${label}: ${KINDS[kind]}`}
          flex="1 1 80px"
          unit={kind === 'Amount' ? undefined : '%'}
          path={`${path}/${kind}`}
          value={limit?.[kind]}
          onChange={(typed) => onChange({ [kind]: typed })}
        />
      )}
    </Group>
  )
}
