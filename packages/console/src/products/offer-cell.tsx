/** A price or a stock that is edited in place: Enter saves, Esc restores. */
import { Loader, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inShort } from '../components/page/describe.ts'
import { formatNumber } from '../components/values/language.ts'
import { Money } from '../components/values/money.tsx'
import { allows } from '../hub/actions.ts'
import { type OfferField, readTyped } from './amount.ts'
import classes from './offer-cell.module.css'
import { type Product, useOfferChange } from './queries.ts'

export function OfferCell({
  product,
  field,
  currency,
}: {
  readonly product: Pick<
    Product,
    'MerchantProductReference' | 'Price' | 'Stock' | 'Children' | 'Actions'
  >
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
  // A parent is not sold itself, so a missing price or stock has no meaning.
  if (product.Children.length > 0 && !value) {
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
    const reference = product.MerchantProductReference
    return (
      <OfferInput
        {...{ reference, field, label }}
        before={value === null ? '' : String(value)}
        onClose={() => setEdited(false)}
      />
    )
  }
  return (
    <UnstyledButton ref={button} className={classes.value} onClick={() => setEdited(true)}>
      <VisuallyHidden>Change {label}: </VisuallyHidden>
      {shown}
    </UnstyledButton>
  )
}

function OfferInput({
  reference,
  field,
  label,
  before,
  onClose,
}: {
  readonly reference: string
  readonly field: OfferField
  readonly label: string
  readonly before: string
  readonly onClose: () => void
}) {
  const [text, setText] = useState(before)
  const [issue, setIssue] = useState<string>()
  const change = useOfferChange(reference, field)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    if (text.trim() === before) return onClose()
    const typed = readTyped(field, text)
    setIssue('issue' in typed ? typed.issue : undefined)
    if (!('issue' in typed)) change.mutate(typed, { onSuccess: onClose })
  }
  const restore = (event: KeyboardEvent) => {
    // A running request may still be applied, even if the field shows the old value.
    if (event.key === 'Escape' && !change.isPending) onClose()
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack gap={2} align="flex-end">
        <TextInput
          size="xs"
          w={112}
          aria-label={label}
          inputMode={field === 'Price' ? 'decimal' : 'numeric'}
          enterKeyHint="done"
          classNames={{ input: classes.input ?? '' }}
          value={text}
          readOnly={change.isPending}
          aria-busy={change.isPending}
          rightSection={change.isPending ? <Loader size={14} aria-label="Saving" /> : null}
          error={issue !== undefined || change.isError}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={restore}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {issue ? <Failure text={issue} /> : change.isError && <Refusal error={change.error} />}
      </Stack>
    </form>
  )
}

function Refusal({ error }: { readonly error: unknown }) {
  return <Failure text={inShort(error)} />
}

function Failure({ text }: { readonly text: string }) {
  return (
    <Text
      size="xs"
      c="var(--mantine-color-error)"
      maw={220}
      role="alert"
      className={classes.failure}
    >
      {text}
    </Text>
  )
}
