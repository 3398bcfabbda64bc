/** What decides the VAT of orders: fields of the settings of the customer. */
import { Radio, Stack, Switch } from '@mantine/core'
import { CountryField } from '../../components/form/fields/country-field.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import type { FieldsProps } from '../settings-form.tsx'

export function VatFields({ draft, error, isReadOnly, onChange }: FieldsProps) {
  return (
    <>
      <CountryField
        description="Where you sell from. Needed for VAT by destination."
        isReadOnly={isReadOnly}
        value={draft.CountryIso ?? ''}
        error={issueOf(error, '/CountryIso')}
        onChange={(code) => code && onChange({ CountryIso: code })}
      />
      <Radio.Group
        label="VAT of orders"
        description="VAT sent by a channel takes precedence."
        value={draft.VatRule}
        error={issueOf(error, '/VatRule')}
        onChange={(value) =>
          onChange({ VatRule: value === 'destination' ? 'destination' : 'product' })
        }
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="product"
            label="By product"
            description="The rate of the product, in every country."
            disabled={isReadOnly}
          />
          <Radio
            value="destination"
            label="By destination"
            description="Countries other than yours use their rate under VAT rates, or 0% if they have none."
            disabled={isReadOnly}
          />
        </Stack>
      </Radio.Group>
      {draft.VatRule === 'destination' && (
        <Switch
          label="0% for businesses in other countries in the VAT table"
          description="For orders with a VAT number. The hub does not check whether it is valid."
          disabled={isReadOnly}
          checked={draft.ZeroVatForBusinesses}
          onChange={({ currentTarget }) =>
            onChange({ ZeroVatForBusinesses: currentTarget.checked })
          }
        />
      )}
    </>
  )
}
