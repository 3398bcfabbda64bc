/** A price or a stock that is edited in place: Enter saves, Esc restores. */
import { Loader, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inShort } from '../../components/page/describe.ts'
import { formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { formatTyped } from '../../components/values/money-input.ts'
import { allows } from '../../hub/actions.ts'
import type { Product } from '../queries.ts'
import { type OfferField, readTyped } from './amount.ts'
import classes from './offer-cell.module.css'
import type { Offered } from './offer-item.ts'
import { usePriceQuestion } from './price-question.tsx'
import { ProductConflict } from './run-job.ts'
import { useOfferChange } from './use-offer-change.ts'

export function OfferCell({
  product,
  field,
  currency,
}: {
  readonly product: Offered & Pick<Product, 'Children' | 'Actions'>
  readonly field: OfferField
  readonly currency: string
}) {
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isEdited && hadFocus.current) button.current?.focus()
    hadFocus.current = isEdited
  }, [isEdited])
  const value = product[field]
  // A parent is not sold itself.
  if (product.Children.length > 0) {
    // Said once, where the price is.
    if (field === 'Stock') return null
    return (
      <Text span size="sm" c="dimmed">
        Per variant
      </Text>
    )
  }
  const shown =
    field === 'Price' ? <Money amount={value} currency={currency} /> : formatNumber(value ?? 0)
  if (!allows(product, 'change')) return shown
  const label = `${field} of ${product.MerchantProductReference}`
  if (isEdited) {
    return <OfferInput {...{ product, field, currency, label }} onClose={() => setEdited(false)} />
  }
  return (
    <UnstyledButton ref={button} className={classes.value} onClick={() => setEdited(true)}>
      <VisuallyHidden>Change {label}: </VisuallyHidden>
      {shown}
    </UnstyledButton>
  )
}

/** The text of a field with a value, in the language of the reader. */
function textOf(field: OfferField, value: number | null, currency: string): string {
  if (value === null) return ''
  return field === 'Price' ? formatTyped(value, currency) : String(value)
}

function OfferInput({
  product,
  field,
  currency,
  label,
  onClose,
}: {
  readonly product: Offered
  readonly field: OfferField
  readonly currency: string
  readonly label: string
  readonly onClose: () => void
}) {
  const before = textOf(field, product[field], currency)
  const [text, setText] = useState(before)
  const [issue, setIssue] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const change = useOfferChange(product, field, currency)
  const { ask, dialog } = usePriceQuestion(product.MerchantProductReference, currency)
  const save = async () => {
    if (change.isPending) return
    if (text.trim() === before) return onClose()
    const typed = readTyped(field, text, { currency })
    setIssue('issue' in typed ? typed.issue : undefined)
    if ('issue' in typed) return
    if (field === 'Price' && 'value' in typed) {
      if (!(await ask({ before: product.Price, after: typed.value }))) {
        input.current?.focus()
        return
      }
    }
    change.save(typed, onClose)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const restore = (event: KeyboardEvent) => {
    // A running request may still be applied, even if the field shows the old value.
    if (event.key === 'Escape' && !change.isPending) onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={2} align="flex-end">
        <TextInput
          ref={input}
          size="xs"
          w={112}
          aria-label={label}
          inputMode={field === 'Price' ? 'decimal' : 'numeric'}
          enterKeyHint="done"
          classNames={{ input: classes.input ?? '' }}
          value={text}
          readOnly={change.isPending || change.unsure !== undefined}
          aria-busy={change.isPending}
          rightSection={change.isPending ? <Loader size={14} aria-label="Saving" /> : null}
          error={issue !== undefined || change.error !== null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={restore}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {issue ? (
          <Failure text={issue} />
        ) : (
          change.error && <Refusal error={change.error} now={before} />
        )}
        {change.unsure && (
          <Failure text="Not sure if this was saved. Press Enter to send it again. Nothing is done twice." />
        )}
      </Stack>
      {dialog}
    </form>
  )
}

function Refusal({ error, now }: { readonly error: unknown; readonly now: string }) {
  if (error instanceof ProductConflict) {
    const value = now === '' ? 'without a value' : now
    return <Failure text={`Somebody else has changed it. It is now ${value}.`} />
  }
  return <Failure text={inShort(error)} />
}

function Failure({ text }: { readonly text: string }) {
  return (
    <Text
      size="xs"
      c="var(--mantine-color-error)"
      maw={{ base: 150, sm: 220 }}
      role="alert"
      className={classes.failure}
    >
      {text}
    </Text>
  )
}
