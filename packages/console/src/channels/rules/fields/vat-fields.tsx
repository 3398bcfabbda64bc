/** The VAT that a price contains instead of that of the product. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { CountryField } from '../../../components/form/fields/country-field.tsx'
import { IconButton } from '../../../components/form/rows/icon-button.tsx'
import type { StepForm } from '../model/form.ts'
import { NumberField } from './number-field.tsx'
import { useIssue, useRules } from './rule-context.tsx'

type Vat = NonNullable<StepForm['step']['Vat']>
type Rates = NonNullable<Vat['Rates']>

interface Props {
  readonly vat: Vat
  readonly path: string
  readonly onChange: (vat: Vat) => void
}

export function VatFields({ vat, path, onChange }: Props) {
  const { isReadOnly } = useRules()
  const issue = useIssue(`${path}/Country`)
  return (
    <Stack gap="xs" pl="md">
      <SegmentedControl
        size="xs"
        readOnly={isReadOnly}
        aria-label="Source of VAT rates"
        style={{ alignSelf: 'flex-start' }}
        value={vat.Rates ? 'rates' : 'country'}
        onChange={(chosen) =>
          onChange(chosen === 'rates' ? { Rates: [{ From: '', To: '' }] } : { Country: '' })
        }
        data={[
          { value: 'country', label: 'Rates of a country' },
          { value: 'rates', label: 'Custom rates' },
        ]}
      />
      {vat.Rates ? (
        <RateRows
          rates={vat.Rates}
          path={`${path}/Rates`}
          onChange={(Rates) => onChange({ Rates })}
        />
      ) : (
        <CountryField
          description="Its rates are in the settings."
          maw={320}
          isReadOnly={isReadOnly}
          value={vat.Country ?? ''}
          error={issue}
          onChange={(Country) => onChange({ Country })}
        />
      )}
    </Stack>
  )
}

function RateRows({
  rates,
  path,
  onChange,
}: {
  readonly rates: Rates
  readonly path: string
  readonly onChange: (rates: Rates) => void
}) {
  const { isReadOnly } = useRules()
  return (
    <>
      {rates.map((rate, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rates are not moved, and their fields are controlled
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
          <NumberField
            aria-label={`VAT rate of the product, row ${index + 1}`}
            unit="%"
            flex={1}
            path={`${path}/${index}/From`}
            value={rate.From}
            onChange={(From) => onChange(rates.with(index, { ...rate, From }))}
          />
          <Text size="sm" py={8}>
            becomes
          </Text>
          <NumberField
            aria-label={`VAT rate of the channel, row ${index + 1}`}
            unit="%"
            flex={1}
            path={`${path}/${index}/To`}
            value={rate.To}
            onChange={(To) => onChange(rates.with(index, { ...rate, To }))}
          />
          {!isReadOnly && (
            <IconButton
              icon={IconTrash}
              size="lg"
              disabled={rates.length === 1}
              label={`Remove row ${index + 1} of the rates`}
              onClick={() => onChange(rates.toSpliced(index, 1))}
            />
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rates, { From: '', To: '' }])}
        >
          Add a rate
        </Button>
      )}
    </>
  )
}
