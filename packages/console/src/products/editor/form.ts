/** What a person types of a product, and what is written of it. Pure but for the language of numbers. */
import { formatTyped, parseAmount, withoutPercent } from '../../components/values/money-input.ts'
import type { Product } from '../queries.ts'
import { FIELD_NAMES, type FieldKind, type FieldName, fieldOf } from './fields.ts'
import { picturesOf, storedPictures, withoutPictures } from './pictures.ts'

/** A row of the extra data. */
export interface ExtraRow {
  readonly name: string
  readonly text: string
}

/** What is typed of a product. */
export interface ProductForm {
  readonly values: Readonly<Record<FieldName, string>>
  readonly pictures: readonly string[]
  readonly extra: readonly ExtraRow[]
}

/** What a product has of the form. */
export type Described = Pick<Product, FieldName | 'ImageUrl' | 'ExtraData'>

/** What is written: values by the name of the field, and what is wrong with the texts, by JSON pointer. */
export interface Written {
  readonly values: Readonly<Record<string, string | number | null>>
  readonly extra: Readonly<Record<string, string>>
  readonly issues: Readonly<Record<string, string>>
}

/** A form of a product that does not exist yet. */
export const EMPTY_FORM: ProductForm = {
  values: Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as ProductForm['values'],
  pictures: [],
  extra: [],
}

/** The form of a product. */
export function formOf(product: Described, currency: string): ProductForm {
  return {
    values: Object.fromEntries(
      FIELD_NAMES.map((name) => [name, textOf(name, product[name], currency)]),
    ) as ProductForm['values'],
    pictures: picturesOf(product),
    extra: Object.entries(withoutPictures(product.ExtraData)).map(([name, text]) => ({
      name,
      text,
    })),
  }
}

/** The text of a value in its field. */
export function textOf(name: FieldName, value: string | number | null, currency: string): string {
  if (value === null) return ''
  return typeof value === 'number' ? numberText(fieldOf(name).kind, value, currency) : value
}

function numberText(kind: FieldKind, value: number, currency: string): string {
  if (kind === 'amount') return formatTyped(value, currency)
  // Without a currency: as many decimals as there are.
  return kind === 'percent' ? formatTyped(value, 'JPY') : String(value)
}

/** A form with its numbers as the hub will answer them, so that what was stored meanwhile is the same text. */
export function tidied(form: ProductForm, currency: string): ProductForm {
  const { values } = readForm(form, currency)
  const texts = FIELD_NAMES.map((name) => {
    const value = values[name]
    const isNumber = typeof value === 'number'
    return [name, isNumber ? numberText(fieldOf(name).kind, value, currency) : form.values[name]]
  })
  return { ...form, values: Object.fromEntries(texts) as ProductForm['values'] }
}

/** What a form says: every value, and what is wrong with the texts. */
export function readForm({ values, pictures, extra }: ProductForm, currency: string): Written {
  const issues: Record<string, string> = {}
  const read = (name: FieldName) => {
    const value = readText(fieldOf(name).kind, values[name], currency)
    if (typeof value !== 'object' || value === null) return value
    issues[`/${name}`] = value.issue
    return null
  }
  const fields = FIELD_NAMES.map((name) => [name, read(name)] as const)
  const { main, others } = storedPictures(pictures)
  const named = extra.filter(({ name, text }) => name.trim() !== '' || text.trim() !== '')
  const names = named.map(({ name }) => name.trim())
  for (const [index, name] of names.entries()) {
    if (name === '') issues['/ExtraData'] = 'Name each field.'
    else if (names.indexOf(name) < index) issues['/ExtraData'] = `${name} is used twice.`
  }
  const data = Object.fromEntries(named.map(({ text }, index) => [names[index] ?? '', text]))
  return {
    values: { ...Object.fromEntries(fields), ImageUrl: main },
    extra: { ...data, ...others },
    issues,
  }
}

function readText(
  kind: FieldKind,
  text: string,
  currency: string,
): string | number | null | { readonly issue: string } {
  if (text.trim() === '') return null
  if (kind === 'line' || kind === 'text') return text
  const decimals = kind === 'units' ? 0 : 4
  const plain = kind === 'percent' ? withoutPercent(text) : text
  const typed = parseAmount(plain, { decimals, ...(kind === 'amount' && { currency }) })
  return 'issue' in typed ? typed : typed.amount
}

/** What the parts of the form need. */
export interface FormProps {
  readonly form: ProductForm
  readonly currency: string
  /** What is wrong with what was typed, by JSON pointer. */
  readonly issues: Readonly<Record<string, string>>
  /** What the hub has refused. */
  readonly error: unknown
  /** Whether the form has variants, so that the product has no stock of its own. @default false */
  readonly hasVariants?: boolean
  readonly onChange: (form: ProductForm) => void
}
