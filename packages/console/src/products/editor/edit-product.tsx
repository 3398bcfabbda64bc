/** Changes a product, also while somebody else changes it. */

import { isProblem } from '@entrepot/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { usePriceQuestion } from '../change/price-question.tsx'
import { useUndoNotice } from '../change/undo-notice.tsx'
import type { Product } from '../queries.ts'
import { Conflicts } from './conflicts.tsx'
import { FIELD_NAMES, fieldOf } from './fields.ts'
import { formOf, readForm } from './form.ts'
import {
  conflictsIn,
  type Edit,
  editOf,
  isSameForm,
  patchOfEdit,
  rebased,
  undoOfEdit,
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || conflicts.length > 0 || Object.keys(written.issues).length > 0) return
    if (edit?.after.Price !== undefined) {
      const step = { before: edit.before.Price ?? null, after: edit.after.Price }
      if (!(await ask(step))) return
    }
    save.mutate(edit)
  }
  const isShown = save.error && !isProblem(save.error, 'MARKET_PRODUCT_CHANGED')
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      <LeaveGuard isActive={edit !== undefined && !save.isSuccess} what="changes" />
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} onDecide={decide} />}
      {isShown && <Problem error={save.error} />}
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

/** Stores an edit, closes the form, and lets the person take it back. Without a change, it only closes the form. */
function useSave(product: Product, currency: string) {
  const { client } = useSession()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const offerUndo = useUndoNotice()
  const reference = product.MerchantProductReference
  return useMutation({
    mutationFn: async (edit: Edit | undefined) => {
      if (edit === undefined) return
      const after = await client.changeProduct({ reference, body: patchOfEdit(edit) })
      const counted = { before: product.StockCountedAt, after: after.StockCountedAt }
      const body = undoOfEdit(edit, counted)
      offerUndo({
        words: `${reference}: ${wordsOf(edit, currency)}`,
        undo: async () => await client.changeProduct({ reference, body }),
      })
    },
    onSuccess: async () => await navigate({ search: {}, ignoreBlocker: true }),
    onSettled: async () => await queries.invalidateQueries(),
  })
}

/** @example wordsOf(edit, 'EUR') // 'Price €34.95 → €29.95, Brand' */
function wordsOf({ before, after }: Edit, currency: string): string {
  const changed = FIELD_NAMES.filter((name) => after[name] !== undefined).map((name) => {
    const { kind, label } = fieldOf(name)
    if (kind !== 'amount' && kind !== 'units') return label
    const show = (value: unknown) => {
      if (typeof value !== 'number') return 'none'
      return kind === 'units' ? formatNumber(value) : formatMoney(value, currency)
    }
    return `${label} ${show(before[name])} → ${show(after[name])}`
  })
  const others = [
    after.ImageUrl !== undefined && 'pictures',
    after.ExtraData !== undefined && 'extra data',
  ].filter((part) => part !== false)
  return [...changed, ...others].join(', ')
}
