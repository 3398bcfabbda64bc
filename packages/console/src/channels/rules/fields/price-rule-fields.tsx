/** The fields of a rule for prices: where it begins, its steps, its rounding and its limits. */
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { CurrencyField } from '../../../components/form/fields/currency-field.tsx'
import { optionsOf } from '../../../components/form/options.ts'
import { moved, nextKey } from '../../../components/form/rows/rows.ts'
import { change, type PriceRuleForm, type StepForm } from '../model/form.ts'
import { LimitField } from './limit-field.tsx'
import { RoundingFields } from './rounding-fields.tsx'
import { useIssue, useRules } from './rule-context.tsx'
import { StepFields } from './step-fields.tsx'

const BASES = {
  Price: 'Price',
  MSRP: 'List price (MSRP)',
  PurchasePrice: 'Purchase price',
} as const

interface Props {
  readonly form: PriceRuleForm
  /** The JSON pointer of the rule. */
  readonly path: string
  readonly onChange: (form: PriceRuleForm) => void
}

export function PriceRuleFields({ form, path, onChange }: Props) {
  const { isReadOnly, currency } = useRules()
  const currencyIssue = useIssue(`${path}/Currency`)
  const { rest } = form
  const set = (changes: Partial<Record<keyof typeof rest, unknown>>) =>
    onChange({ ...form, rest: change(rest, changes as never) })
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2}>
        <Select
          label="Start from"
          allowDeselect={false}
          readOnly={isReadOnly}
          data={optionsOf(BASES)}
          value={rest.Base ?? 'Price'}
          onChange={(Base) => set({ Base })}
        />
        <CurrencyField
          placeholder={currency}
          clearable
          readOnly={isReadOnly}
          value={rest.Currency ?? null}
          error={currencyIssue}
          onChange={(code) => set({ Currency: code ?? undefined })}
        />
      </SimpleGrid>
      <Steps form={form} path={path} onChange={onChange} />
      <RoundingFields
        rounding={rest.Round}
        path={`${path}/Round`}
        onChange={(Round) => set({ Round })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitField
          label="Never below"
          limit={rest.Min}
          path={`${path}/Min`}
          onChange={(Min) => set({ Min })}
        />
        <LimitField
          label="Never above"
          limit={rest.Max}
          path={`${path}/Max`}
          onChange={(Max) => set({ Max })}
        />
      </SimpleGrid>
    </Stack>
  )
}

function Steps({ form, path, onChange }: Props) {
  const { isReadOnly } = useRules()
  const { steps } = form
  const set = (changed: readonly StepForm[]) => onChange({ ...form, steps: changed })
  return (
    <Stack gap="xs" role="group" aria-label="Steps">
      <Text size="sm" fw={500}>
        {steps.length === 0 ? 'No steps, the price is not changed.' : 'Then, in this order'}
      </Text>
      {steps.map((step, index) => (
        <StepFields
          key={step.key}
          step={step.step}
          path={`${path}/Steps/${index}`}
          place={{
            name: `step ${index + 1}`,
            isFirst: index === 0,
            isLast: index === steps.length - 1,
            onMove: (by) => set(moved(steps, index, by)),
            onRemove: () => set(steps.toSpliced(index, 1)),
          }}
          onChange={(changed) => set(steps.with(index, { ...step, step: changed }))}
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...steps, { key: nextKey(), step: { Percent: '' } }])}
          >
            Add a step
          </Button>
        </Group>
      )}
    </Stack>
  )
}
