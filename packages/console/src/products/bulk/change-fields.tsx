/** What is done with the prices or stocks of several products. */
import { Group, Select, TextInput } from '@mantine/core'
import { optionsOf } from '../../components/form/options.ts'
import { parseAmount, withoutPercent } from '../../components/values/money-input.ts'
import type { OfferField } from '../change/amount.ts'
import type { BulkChange, How, Rounding } from './bulk.ts'

/** What is typed of a change. */
export interface ChangeForm {
  readonly how: How
  readonly amount: string
  readonly rounding: Rounding
}

/** A change of which nothing is typed. */
export const NEW_CHANGE: ChangeForm = { how: 'set', amount: '', rounding: 'cent' }

const HOW: Readonly<Record<How, string>> = {
  set: 'Set to',
  add: 'Add',
  subtract: 'Remove',
  raise: 'Raise by percent',
  lower: 'Lower by percent',
}

const ROUNDINGS: Readonly<Record<Rounding, string>> = {
  cent: 'The smallest unit',
  '0.05': '0.05',
  '0.1': '0.10',
  '1': 'Whole amounts',
  '.95': 'An ending of .95',
  '.99': 'An ending of .99',
}

const isPercent = (how: How) => how === 'raise' || how === 'lower'

/** The change that is typed, or what is wrong with it. */
export function readChange(
  field: OfferField,
  { how, amount, rounding }: ChangeForm,
  decimals: number,
  currency: string,
): BulkChange | { readonly issue: string } {
  const isAmount = field === 'Price' && !isPercent(how)
  const places = isPercent(how) || isAmount ? 4 : 0
  const text = isPercent(how) ? withoutPercent(amount) : amount
  const typed = parseAmount(text, { decimals: places, ...(isAmount && { currency }) })
  if ('issue' in typed) return typed
  if (how === 'lower' && typed.amount > 100) return { issue: 'Type at most 100%.' }
  return { field, how, amount: typed.amount, rounding, decimals }
}

export function ChangeFields({
  field,
  form,
  currency,
  issue,
  onChange,
}: {
  readonly field: OfferField
  readonly form: ChangeForm
  readonly currency: string
  readonly issue: string | undefined
  readonly onChange: (form: ChangeForm) => void
}) {
  const unit = field === 'Price' ? currency : 'units'
  return (
    <>
      <Group align="flex-start" grow>
        <Select
          label="What to do"
          allowDeselect={false}
          data={optionsOf(HOW)}
          value={form.how}
          onChange={(how) => onChange({ ...form, how: (how ?? 'set') as How })}
        />
        <TextInput
          label={isPercent(form.how) ? 'Percent' : `Amount in ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          required
          value={form.amount}
          error={issue}
          onChange={({ currentTarget }) => onChange({ ...form, amount: currentTarget.value })}
        />
      </Group>
      {field === 'Price' && form.how !== 'set' && (
        <Select
          label="Round to"
          allowDeselect={false}
          data={optionsOf(ROUNDINGS)}
          value={form.rounding}
          onChange={(rounding) => onChange({ ...form, rounding: (rounding ?? 'cent') as Rounding })}
        />
      )}
    </>
  )
}
