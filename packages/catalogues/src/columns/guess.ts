/** What the columns of a table are, by their names. Pure functions. */
import type { ColumnMapping, ColumnTarget } from '../types.ts'
import { quote } from '../values/text.ts'
import { COLUMN_WORDS, currencyOf, FIELDS_OF_WORDS, toWord } from './words.ts'

/** What a column seems to be. */
export interface ColumnGuess {
  readonly name: string
  /** The field to propose. No field is proposed twice. */
  readonly target: ColumnTarget
  /** Whether nothing else is likely: the name has one meaning, and no other column claims it. */
  readonly isCertain: boolean
  /** The fields that the name can mean. */
  readonly candidates: readonly ColumnTarget[]
}

/** A product has one price, with or without VAT. */
export const fieldFilledBy = (target: ColumnTarget): ColumnTarget =>
  target === 'PriceWithoutVat' ? 'Price' : target

const ORDER = Object.keys(COLUMN_WORDS) as ColumnTarget[]

/**
 * Proposes a field for each column. Words that can mean several fields, such as `Artikel`, mean those for which no column has a clear word. If
 * several fields or several columns remain, the proposal is not certain.
 *
 * @param names the names of the header. A name that stands twice is one column, and so are those without a name.
 * @param currency that prices must have. A column of another one is not certain, as amounts are not converted.
 * @example
 * guessColumns(['SKU', 'Titel', 'Prijs']).map(({ target }) => target) // ['MerchantProductReference', 'Name', 'Price']
 */
export function guessColumns(names: readonly string[], currency?: string): readonly ColumnGuess[] {
  const columns = [...new Map(names.map((name) => [toKey(name), name])).values()]
    .filter((name) => name.trim() !== '')
    .map((name) => ({ name, ...meaningsOf(name) }))
  const claimed = new Set(columns.flatMap(({ clear }) => clear.map(fieldFilledBy)))
  const found = columns.map(({ name, clear, otherwise }) => {
    const open = otherwise.filter((field) => !claimed.has(fieldFilledBy(field)))
    return { name, candidates: clear.length > 0 ? clear : open }
  })
  const taken = new Set<ColumnTarget>()
  return found.map(({ name, candidates }): ColumnGuess => {
    const target = candidates.find((field) => !taken.has(fieldFilledBy(field))) ?? 'ExtraData'
    if (target !== 'ExtraData') taken.add(fieldFilledBy(target))
    const isShared = found.some(
      (other) => other.name !== name && other.candidates.some((field) => shares(field, candidates)),
    )
    const isCertain = candidates.length < 2 && !isShared && !foreignCurrencyOf(name, currency)
    return { name, target, isCertain, candidates }
  })
}

/** The currency in the name of a column, if prices must have another one. */
function foreignCurrencyOf(name: string, wanted: string | undefined): string | undefined {
  const given = currencyOf(name)
  return given === wanted || wanted === undefined ? undefined : given
}

const shares = (field: ColumnTarget, candidates: readonly ColumnTarget[]) =>
  candidates.some((one) => fieldFilledBy(one) === fieldFilledBy(field))

function meaningsOf(name: string) {
  const word = toWord(name)
  const clear = FIELDS_OF_WORDS.clear.get(word) ?? []
  const otherwise = FIELDS_OF_WORDS.otherwise.get(word) ?? []
  const inOrder = [...otherwise].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  return { clear, otherwise: inOrder }
}

/** The name of a column as it is compared with that of a mapping. */
export function toKey(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** The mapping that guesses propose, with all columns. */
export function toMapping(guesses: readonly ColumnGuess[]): ColumnMapping {
  return { columns: Object.fromEntries(guesses.map(({ name, target }) => [name, target])) }
}

/**
 * Says why columns are not read by their names without a question; a part of a sentence. Undefined if they are: all that have a meaning are
 * certain, and they are those of a list of products.
 */
export function findUncertainty(
  guesses: readonly ColumnGuess[],
  currency?: string,
): string | undefined {
  const fields = new Set(guesses.map(({ target }) => fieldFilledBy(target)))
  if (!fields.has('MerchantProductReference')) return 'no column is the reference of the product'
  if (!fields.has('Price') && !fields.has('Stock')) return 'no column is a price or a stock'
  const [first] = guesses.filter(({ isCertain }) => !isCertain)
  if (first === undefined) return undefined
  const foreign = foreignCurrencyOf(first.name, currency)
  if (foreign) return `${quote(first.name)} is in ${foreign}, but prices must be in ${currency}`
  const rivals = guesses.filter(({ candidates }) =>
    candidates.some((field) => shares(field, first.candidates)),
  )
  const columns = listOf(rivals.map(({ name }) => quote(name)))
  const possible = [...new Set(first.candidates.map(fieldFilledBy))]
  return `${columns} can be ${listOf(possible, 'or')}`
}

function listOf(items: readonly string[], word = 'and'): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`
}
