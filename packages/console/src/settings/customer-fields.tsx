/** The names, the currency and the rules of the customer. */
import { NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CurrencyField } from '../components/form/fields/currency-field.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useSession } from '../hub/session.tsx'
import { anyOrderQuery } from './queries.ts'
import { SenderFields } from './sender-fields.tsx'
import type { FieldsProps } from './settings-form.tsx'
import { TimeZoneField } from './time-zone/time-zone-field.tsx'
import { VatFields } from './vat/vat-fields.tsx'

export function CustomerFields({ draft, error, isReadOnly, onChange }: FieldsProps) {
  const session = useSession()
  const orders = useQuery({ ...anyOrderQuery(session), enabled: session.may('orders:read') })
  // Also until it is known.
  const hasOrders = orders.data ?? orders.isLoading
  return (
    <>
      <TextInput
        label="Name"
        readOnly={isReadOnly}
        value={draft.Name}
        error={issueOf(error, '/Name')}
        onChange={({ currentTarget }) => onChange({ Name: currentTarget.value })}
      />
      <CurrencyField
        label="Base currency"
        description={
          hasOrders
            ? 'Cannot be changed because there are orders.'
            : 'Cannot be changed after the first order. Changing it deletes your exchange rates.'
        }
        allowDeselect={false}
        readOnly={isReadOnly || hasOrders}
        value={draft.BaseCurrency}
        error={issueOf(error, '/BaseCurrency')}
        onChange={(code) => code && onChange({ BaseCurrency: code })}
      />
      <TimeZoneField
        value={draft.TimeZone}
        error={issueOf(error, '/TimeZone')}
        isReadOnly={isReadOnly}
        onChange={(TimeZone) => onChange({ TimeZone })}
      />
      <NumberInput
        label="Default VAT rate"
        suffix="%"
        min={0}
        max={100}
        decimalScale={2}
        readOnly={isReadOnly}
        value={draft.DefaultVatRate}
        error={issueOf(error, '/DefaultVatRate')}
        onChange={(value) => onChange({ DefaultVatRate: Number(value) })}
      />
      <VatFields draft={draft} error={error} isReadOnly={isReadOnly} onChange={onChange} />
      <NumberInput
        label="Handling days"
        description="Days between order and shipping."
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={draft.HandlingDays}
        error={issueOf(error, '/HandlingDays')}
        onChange={(value) => onChange({ HandlingDays: Number(value) })}
      />
      <SenderFields draft={draft} error={error} isReadOnly={isReadOnly} onChange={onChange} />
      <Radio.Group
        label="Orders with unsellable lines"
        value={draft.UnsellableLines}
        error={issueOf(error, '/UnsellableLines')}
        onChange={(value) => onChange({ UnsellableLines: value === 'flag' ? 'flag' : 'refuse' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="flag"
            label="Hold them for correction"
            description="The order is stored and waits until somebody corrects it."
            disabled={isReadOnly}
          />
          <Radio
            value="refuse"
            label="Refuse them"
            description="The channel gets an error (422) with the reasons."
            disabled={isReadOnly}
          />
        </Stack>
      </Radio.Group>
    </>
  )
}
