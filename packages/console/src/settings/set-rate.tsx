/** Stores an exchange rate, or removes one. */
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { CurrencyField } from '../components/form/fields/currency-field.tsx'
import { issueOf } from '../components/form/issue-of.ts'
import { useAction } from '../components/form/use-action.ts'
import { dayOf } from '../components/values/days.ts'
import { useSession } from '../hub/session.tsx'

export function SetRate({
  base,
  onClose,
}: {
  readonly base: string
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [typed, setTyped] = useState({
    CurrencyCode: '',
    Date: dayOf(Date.now(), 'UTC'),
    Rate: '',
  })
  const store = useAction({
    run: async () =>
      await client.replaceRates({ body: [{ ...typed, Rate: typed.Rate.replace(',', '.') }] }),
    done: 'Rate saved.',
    onClose,
  })
  const field = (name: 'Date' | 'Rate', label: string, more: object = {}) => (
    <TextInput
      label={label}
      required
      value={typed[name]}
      error={issueOf(store.error, `/0/${name}`)}
      onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
      {...more}
    />
  )
  return (
    <ActionForm
      action={store}
      submit="Save"
      isBlocked={Object.values(typed).includes('')}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <CurrencyField
          required
          allowDeselect={false}
          data-autofocus
          // Esc closes the panel, not its options first.
          openOnFocus={false}
          value={typed.CurrencyCode || null}
          error={issueOf(store.error, '/0/CurrencyCode')}
          onChange={(code) => code && setTyped({ ...typed, CurrencyCode: code })}
        />
        {field('Date', 'Valid from (day in UTC)', { type: 'date' })}
      </SimpleGrid>
      {field('Rate', `${base} for one ${typed.CurrencyCode || 'unit'}`, {
        inputMode: 'decimal',
        placeholder: '0.924385',
      })}
      <Text size="sm">
        The rate holds from this day until a later rate of this currency begins. Orders in this
        currency that were received earlier and wait for a rate need one that begins on their day or
        before.
      </Text>
    </ActionForm>
  )
}

export function RemoveRate({
  currency,
  date,
  onClose,
}: {
  readonly currency: string
  readonly date: string
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const remove = useAction({
    run: async () => await client.deleteRate({ currency, date }),
    done: 'The rate is removed.',
    onClose,
  })
  return (
    <ActionForm
      action={remove}
      submit="Remove the rate"
      undo="You can add the rate again."
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        Orders that were converted with it keep their amounts. Later orders use the previous rate,
        or wait for one.
      </Text>
    </ActionForm>
  )
}
