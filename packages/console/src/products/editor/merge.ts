/** Edits of a product while somebody else changes it: what is sent, and what both have changed. Pure. */
import type { Input } from '@entrepot/client'
import type { OfferField } from '../change/amount.ts'
import { FIELD_NAMES, fieldOf } from './fields.ts'
import type { ExtraRow, ProductForm, Written } from './form.ts'

/** Something that was changed by both, as texts. */
export interface Conflict {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** A form that is edited, the one that the edit began with, and the one of the product as it is now. */
interface Versions {
  readonly base: ProductForm
  readonly mine: ProductForm
  readonly theirs: ProductForm
}

/** What both have changed to different values. */
export function conflictsIn(versions: Versions): readonly Conflict[] {
  const parts = Object.keys({
    ...flat(versions.base),
    ...flat(versions.mine),
    ...flat(versions.theirs),
  })
  const [base, mine, theirs] = [flat(versions.base), flat(versions.mine), flat(versions.theirs)]
  return parts.flatMap((part) => {
    const [was, own, other] = [base[part] ?? '', mine[part] ?? '', theirs[part] ?? '']
    const isConflict = own !== was && other !== was && own !== other
    return isConflict ? { label: labelOf(part), mine: own, theirs: other } : []
  })
}

/**
 * The form with the changes of both.
 *
 * @param wins whose value stays where both have changed the same
 */
export function rebased({ base, mine, theirs }: Versions, wins: 'mine' | 'theirs'): ProductForm {
  const pick = (was: string, own: string, other: string) => {
    if (own === was) return other
    return other !== was && wins === 'theirs' ? other : own
  }
  const values = Object.fromEntries(
    FIELD_NAMES.map((name) => [
      name,
      pick(base.values[name], mine.values[name], theirs.values[name]),
    ]),
  ) as ProductForm['values']
  const list = (form: ProductForm) => JSON.stringify(form.pictures)
  const pictures = pick(list(base), list(mine), list(theirs)) === list(mine) ? mine : theirs
  return { values, pictures: pictures.pictures, extra: rebasedExtra({ base, mine, theirs }, pick) }
}

function rebasedExtra(
  { base, mine, theirs }: Versions,
  pick: (was: string, own: string, other: string) => string,
): readonly ExtraRow[] {
  const [was, own, other] = [textsOf(base), textsOf(mine), textsOf(theirs)]
  const names = [...new Set([...mine.extra, ...theirs.extra].map(({ name }) => name))]
  return names.flatMap((name) => {
    // A name without a text is a row that is being typed.
    const isTyped = own[name] === '' && was[name] === undefined
    const text = pick(was[name] ?? '', own[name] ?? '', other[name] ?? '')
    return text === '' && !isTyped ? [] : { name, text }
  })
}

const textsOf = ({ extra }: ProductForm): Readonly<Record<string, string>> =>
  Object.fromEntries(extra.map(({ name, text }) => [name, text]))

/** Everything in a form as texts. */
function flat(form: ProductForm): Readonly<Record<string, string>> {
  const extra = Object.entries(textsOf(form)).map(([name, text]) => [`ExtraData ${name}`, text])
  return { ...form.values, Pictures: form.pictures.join('\n'), ...Object.fromEntries(extra) }
}

function labelOf(part: string): string {
  const name = FIELD_NAMES.find((field) => field === part)
  return name === undefined ? part.replace(/^ExtraData /, '') : fieldOf(name).label
}

/** Whether two forms say the same. */
export function isSameForm(one: ProductForm, other: ProductForm): boolean {
  return JSON.stringify(flat(one)) === JSON.stringify(flat(other))
}

/** A body of `changeProduct`. */
type ProductPatch = Input<'changeProduct'>['body']

/** The values of a product that differ after an edit, before and after it. */
export interface Edit {
  readonly before: ProductPatch
  readonly after: ProductPatch
}

/** What an edit changes. Undefined if nothing. */
export function editOf(before: Written, after: Written): Edit | undefined {
  const names = Object.keys(after.values).filter(
    (name) => (before.values[name] ?? null) !== (after.values[name] ?? null),
  )
  const keys = Object.keys({ ...before.extra, ...after.extra }).filter(
    (name) => before.extra[name] !== after.extra[name],
  )
  if (names.length + keys.length === 0) return undefined
  const part = ({ values, extra }: Written): ProductPatch => ({
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])),
    ...(keys.length > 0 && {
      ExtraData: Object.fromEntries(keys.map((name) => [name, extra[name] ?? null])),
    }),
  })
  return { before: part(before), after: part(after) }
}

/** The write of an edit. It is refused if somebody has changed one of its values meanwhile. */
export function patchOfEdit({ before, after }: Edit): ProductPatch {
  return { ...after, Expected: expected(before) }
}

/** The edit that takes an edit back. */
export const reversed = ({ before, after }: Edit): Edit => ({ before: after, after: before })

/** The parts of an edit: the price and the stock, which are written as everywhere else, and the other values. */
export function partsOfEdit({ before, after }: Edit): {
  readonly offers: readonly { readonly field: OfferField; readonly value: number | null }[]
  /** Undefined if nothing else has changed. */
  readonly details: Edit | undefined
} {
  const offers = OFFER_FIELDS.flatMap((field) => {
    const value = after[field]
    return value === undefined ? [] : [{ field, value }]
  })
  const { Price: _, Stock: __, ...rest } = after
  const { Price: ___, Stock: ____, ...was } = before
  const details = Object.keys(rest).length > 0 ? { before: was, after: rest } : undefined
  return { offers, details }
}

const OFFER_FIELDS = ['Price', 'Stock'] as const satisfies readonly OfferField[]

/** What a write expects: the values, whether a product is on sale does not matter. */
function expected({
  IsActive: _,
  MerchantProductReference: __,
  Expected: ___,
  ...values
}: ProductPatch) {
  return values
}
