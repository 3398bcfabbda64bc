/** The settings of the customer. */
import { NumberInput, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useAction } from '../components/form/use-action.ts'
import { useSession } from '../hub/session.tsx'
import { type Changes, type Customer, changesOf } from './changes.ts'
import { VatFields } from './vat-fields.tsx'

export function CustomerForm({ given }: { readonly given: Customer }) {
  const { client, may } = useSession()
  // Only what was typed, so that two people do not undo each other's changes.
  const [typed, setTyped] = useState<Changes>({})
  const draft = { ...given, ...typed }
  const changes = changesOf(given, draft)
  const hasChanges = Object.keys(changes).length > 0
  const change = useAction({
    run: async () => await client.changeCustomer({ body: changes }),
    done: 'The settings are changed.',
    onClose: () => setTyped({}),
  })
  const isReadOnly = !may('settings:write')
  const set = (more: Changes) => setTyped({ ...typed, ...more })
  const fields = (
    <Fields draft={draft} error={change.error} isReadOnly={isReadOnly} onChange={set} />
  )
  if (isReadOnly) return <Stack maw={520}>{fields}</Stack>
  return (
    <Stack maw={520}>
      <ActionForm
        action={change}
        submit="Save"
        cancel="Undo my changes"
        isBlocked={!hasChanges}
        canCancel={hasChanges}
        onSubmit={change.mutate}
        onClose={() => {
          setTyped({})
          change.reset()
        }}
      >
        {fields}
      </ActionForm>
    </Stack>
  )
}

function Fields({
  draft,
  error,
  isReadOnly,
  onChange,
}: {
  readonly draft: Customer
  readonly error: unknown
  readonly isReadOnly: boolean
  readonly onChange: (changes: Changes) => void
}) {
  return (
    <>
      <TextInput
        label="Name"
        readOnly={isReadOnly}
        value={draft.Name}
        error={issueOf(error, '/Name')}
        onChange={({ currentTarget }) => onChange({ Name: currentTarget.value })}
      />
      <TextInput
        label="Base currency"
        description="ISO 4217, such as EUR. It can be changed until the first order; that removes your exchange rates."
        maxLength={3}
        readOnly={isReadOnly}
        value={draft.BaseCurrency}
        error={issueOf(error, '/BaseCurrency')}
        onChange={({ currentTarget }) =>
          onChange({ BaseCurrency: currentTarget.value.toUpperCase() })
        }
      />
      <NumberInput
        label="VAT of products that name no rate"
        suffix=" %"
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
        description="From the date of an order until it is to be shipped."
        min={0}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={draft.HandlingDays}
        error={issueOf(error, '/HandlingDays')}
        onChange={(value) => onChange({ HandlingDays: Number(value) })}
      />
      <Radio.Group
        label="Orders with lines that cannot be sold"
        value={draft.UnsellableLines}
        error={issueOf(error, '/UnsellableLines')}
        onChange={(value) => onChange({ UnsellableLines: value === 'flag' ? 'flag' : 'refuse' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="flag"
            label="Wait for a correction"
            description="The hub stores the order, and a person corrects it."
            disabled={isReadOnly}
          />
          <Radio
            value="refuse"
            label="Are refused"
            description="The channel gets the status 422 and the reasons."
            disabled={isReadOnly}
          />
        </Stack>
      </Radio.Group>
    </>
  )
}
