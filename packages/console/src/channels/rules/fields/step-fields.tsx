/** A step of a price. */
import { Flex, Group, Select, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { optionsOf } from '../../../components/form/options.ts'
import type { StepForm } from '../model/form.ts'
import type { Typed } from '../model/typed.ts'
import { FIELD_HEIGHT, NumberField } from './number-field.tsx'
import { PlaceButtons } from './rule-card.tsx'
import { useRules } from './rule-context.tsx'
import { VatFields } from './vat-fields.tsx'

type Step = StepForm['step']
type Kind = keyof Step

const KINDS: Readonly<Record<Kind, string>> = {
  Percent: 'Add percent',
  Amount: 'Add amount',
  Commission: 'Cover a commission',
  Vat: 'Change the VAT',
}

const HINTS: Readonly<Record<Exclude<Kind, 'Vat'>, string>> = {
  Percent: '-10 lowers the price.',
  Amount: '-2 lowers the price.',
  Commission:
    "Raises the price so that after the channel's commission you keep the price before this step.",
}

interface Props {
  readonly step: Step
  readonly path: string
  readonly place: ComponentProps<typeof PlaceButtons>
  readonly onChange: (step: Step) => void
}

export function StepFields({ step, path, place, onChange }: Props) {
  const { isReadOnly } = useRules()
  const kind = (Object.keys(KINDS) as Kind[]).find((name) => step[name] !== undefined) ?? 'Percent'
  const choose = (chosen: Kind) => {
    if (chosen === kind) return
    if (chosen === 'Vat') return onChange({ Vat: { Country: '' } })
    onChange({ [chosen]: kind === 'Vat' ? '' : (step[kind] ?? '') })
  }
  return (
    <Stack gap={4} role="group" aria-label={`S${place.name.slice(1)}`}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Group gap="xs" flex={1} align="flex-start">
          <Select
            aria-label="Step"
            flex="1 1 150px"
            allowDeselect={false}
            readOnly={isReadOnly}
            data={optionsOf(KINDS)}
            value={kind}
            onChange={(chosen) => choose(chosen as Kind)}
          />
          {kind === 'Vat' ? null : (
            <StepNumber kind={kind} path={path} value={step[kind]} onChange={onChange} />
          )}
        </Group>
        <Flex mih={FIELD_HEIGHT} align="center">
          <PlaceButtons {...place} />
        </Flex>
      </Group>
      {step.Vat && (
        <VatFields vat={step.Vat} path={`${path}/Vat`} onChange={(Vat) => onChange({ Vat })} />
      )}
    </Stack>
  )
}

function StepNumber({
  kind,
  path,
  value,
  onChange,
}: {
  readonly kind: Exclude<Kind, 'Vat'>
  readonly path: string
  readonly value: Typed | undefined
  readonly onChange: (step: Step) => void
}) {
  return (
    <NumberField
      aria-label={KINDS[kind]}
      flex="1 1 150px"
      unit={kind === 'Amount' ? undefined : '%'}
      description={HINTS[kind]}
      inputWrapperOrder={['input', 'description', 'error']}
      path={`${path}/${kind}`}
      value={value}
      onChange={(typed) => onChange({ [kind]: typed })}
    />
  )
}
