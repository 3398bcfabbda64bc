/** Changes a product, also while somebody else changes it. */
import { isProblem } from '@entrepot/client'
import { Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useFirstIssue } from '../../components/form/use-first-issue.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatMoney } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { usePriceQuestion } from '../change/price-question.tsx'
import { ProductConflict } from '../change/run-job.ts'
import { useUndoNotice } from '../change/undo-notice.tsx'
import { useOfferWriter } from '../change/use-offer-change.ts'
import type { Product } from '../queries.ts'
import { Conflicts } from './conflicts.tsx'
import { FIELD_NAMES, fieldOf } from './fields.ts'
import { formOf, readForm, tidied } from './form.ts'
import {
  conflictsIn,
  type Edit,
  editOf,
  isSameForm,
  partsOfEdit,
  patchOfEdit,
  rebased,
  reversed,
} from './merge.ts'
import { ProductFields } from './product-fields.tsx'
import { SaveBar } from './save-bar.tsx'

const route = getRouteApi('/products/$reference')

export function EditProduct({
  product,
  currency,
}: {
  readonly product: Product
  readonly currency: string
}) {
  const reference = product.MerchantProductReference
  const [{ base, mine }, setForms] = useState(() => {
    const form = formOf(product, currency)
    return { base: form, mine: form }
  })
  const theirs = formOf(product, currency)
  const conflicts = conflictsIn({ base, mine, theirs })
  const decide = (wins: 'mine' | 'theirs') =>
    setForms({ base: theirs, mine: rebased({ base, mine, theirs }, wins) })
  // What only somebody else has changed is shown at once.
  if (conflicts.length === 0 && !isSameForm(base, theirs)) decide('mine')
  const written = readForm(mine, currency)
  const edit = editOf(readForm(base, currency), written)
  const { ask, dialog } = usePriceQuestion(reference, currency)
  const save = useSave(product, currency)
  const [attempts, setAttempts] = useState(0)
  const ref = useFirstIssue(attempts, save.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (save.isPending || conflicts.length > 0 || Object.keys(written.issues).length > 0) return
    if (edit?.after.Price !== undefined) {
      const step = { before: edit.before.Price ?? null, after: edit.after.Price }
      if (!(await ask(step))) return
    }
    setForms({ base, mine: tidied(mine, currency) })
    save.mutate(edit)
  }
  // The conflicts say more.
  const isShown = save.error && !(isConflict(save.error) && conflicts.length > 0)
  const choose = (wins: 'mine' | 'theirs') => {
    save.reset()
    decide(wins)
  }
  return (
    <form ref={ref} onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      <LeaveGuard isActive={edit !== undefined && !save.isSuccess} what="changes" />
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} onDecide={choose} />}
      {isShown && (
        <Box mb="md">
          <Problem error={save.error} />
        </Box>
      )}
      <ProductFields
        {...{ form: mine, currency, issues: written.issues, error: save.error }}
        onChange={(form) => setForms({ base, mine: form })}
      />
      <SaveBar
        submit="Save"
        isPending={save.isPending}
        isBlocked={conflicts.length > 0}
        reference={reference}
      />
    </form>
  )
}

/** Whether somebody has changed the same meanwhile. */
function isConflict(error: unknown): boolean {
  return error instanceof ProductConflict || isProblem(error, 'MARKET_PRODUCT_CHANGED')
}

/**
 * Stores an edit, closes the form, and lets the person take it back. Without a change, it only closes the form. What is stored before a part is
 * refused stays, and the form is left with the rest.
 */
function useSave(product: Product, currency: string) {
  const { client } = useSession()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const offerUndo = useUndoNotice()
  const writeOffer = useOfferWriter(currency)
  const reference = product.MerchantProductReference
  const change = async (edit: Edit) =>
    await client.changeProduct({ reference, body: patchOfEdit(edit) })
  return useMutation({
    mutationFn: async (edit: Edit | undefined) => {
      if (edit === undefined) return
      const { offers, details } = partsOfEdit(edit)
      if (details) {
        await change(details)
        offerUndo({
          words: `${reference}: ${wordsOf(details, currency)}`,
          undo: async () => await change(reversed(details)),
        })
      }
      for (const { field, value } of offers) await writeOffer(product, field, { value })
    },
    onSuccess: async () => await navigate({ search: {}, ignoreBlocker: true }),
    onSettled: async () => await queries.invalidateQueries(),
  })
}

/** @example wordsOf(edit, 'EUR') // 'Purchase price €14.95 → €12.95, Brand' */
function wordsOf({ before, after }: Edit, currency: string): string {
  const changed = FIELD_NAMES.filter((name) => after[name] !== undefined).map((name) => {
    const { kind, label } = fieldOf(name)
    if (kind !== 'amount') return label
    const show = (value: unknown) =>
      typeof value === 'number' ? formatMoney(value, currency) : 'none'
    return `${label} ${show(before[name])} → ${show(after[name])}`
  })
  const others = [
    after.ImageUrl !== undefined && 'pictures',
    after.ExtraData !== undefined && 'extra data',
  ].filter((part) => part !== false)
  return [...changed, ...others].join(', ')
}
