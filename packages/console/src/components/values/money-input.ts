/** Numbers and amounts as people type them, in the language in which they read numbers. Pure but for the choice of the language. */
import { languageOfNumbers } from './language.ts'

/** An amount that was typed, or what is wrong with the text. */
export type TypedAmount = { readonly amount: number } | { readonly issue: string }

/** How {@link parseAmount} reads a text. */
export interface ParseAmountOptions {
  /** A code of ISO 4217. Its code and symbol may stand beside the number, and it has no more decimals than the currency. */
  readonly currency?: string
  /** The most decimals. @default those of the currency; 4 without a currency, as prices have */
  readonly decimals?: number
  /** A tag of BCP 47. @default the language that the person has chosen */
  readonly language?: string | undefined
}

/** As many decimals as prices have. */
export const PRICE_DECIMALS = 4

/**
 * Reads a number as it is typed in a language, with or without separators of thousands. Where a text can be only one number, it is read in
 * any language: `49,95` and `1.249,00` by an English reader, too. NaN if it is no number or can be two, such as `1.249` for a French reader.
 *
 * @example parseNumber('1.249,00', 'de-DE') // 1249
 */
export function parseNumber(typed: string, language = languageOfNumbers()): number {
  const trimmed = typed.trim()
  const isNegative = /^[-−]/.test(trimmed)
  const plain = trimmed
    .replace(/^[-−+]\s*/, '')
    // Spaces and apostrophes only ever separate thousands.
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const value = Number(asDecimal(plain, language))
  return isNegative ? -value : value
}

/** A percentage as it is typed, without the sign, which may stand behind the number. @example withoutPercent('8 %') // '8' */
export function withoutPercent(typed: string): string {
  return typed.replace(/\s*%\s*$/, '')
}

/** The text with a point for the decimals and no other separator; `NaN` if it is no number or can be two. */
function asDecimal(text: string, language: string | undefined): string {
  const none = 'NaN'
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return none
  const marks = text.replaceAll(/\d/g, '')
  if (marks === '') return text
  const last = marks.slice(-1)
  const other = last === '.' ? ',' : '.'
  const grouped = (mark: string) => new RegExp(`^\\d{1,3}(\\${mark}\\d{3})+$`).test(text)
  if (marks.includes(other)) {
    const isOne = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+\\${last}\\d*$`).test(text)
    return isOne ? text.replaceAll(other, '').replace(last, '.') : none
  }
  if (marks.length > 1) return grouped(last) ? text.replaceAll(last, '') : none
  const { decimal, group } = separatorsOf(language)
  if (last === decimal || !grouped(last) || text.startsWith('0')) return text.replace(last, '.')
  return last === group ? text.replace(last, '') : none
}

/** The separators of decimals and of thousands in a language. */
function separatorsOf(language: string | undefined) {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: find('decimal'), group: find('group') }
}

/**
 * Reads an amount as a person types or pastes it. It is not negative; the hub decides on everything else.
 *
 * @example parseAmount('1.249,00', { currency: 'EUR', language: 'nl-NL' }) // { amount: 1249 }
 * @example parseAmount('€ 34,95', { currency: 'EUR' }) // { amount: 34.95 }
 * @example parseAmount('abc', { language: 'de-DE' }) // { issue: 'Type an amount, such as 1.249,50.' }
 */
export function parseAmount(typed: string, options: ParseAmountOptions = {}): TypedAmount {
  const { currency, language = languageOfNumbers() } = options
  const { decimals = currency ? decimalsOf(currency) : PRICE_DECIMALS } = options
  const amount = parseNumber(withoutCurrency(typed, currency), language)
  if (Number.isNaN(amount))
    return { issue: `Type an amount, such as ${example(decimals, language)}.` }
  if (amount < 0) return { issue: 'Type an amount that is not below 0.' }
  if (hasMoreDecimals(amount, decimals)) {
    const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`
    return { issue: `Type ${most}, such as ${example(decimals, language)}.` }
  }
  return { amount }
}

/** An amount as a person would type it, to fill a field in. @example formatTyped(1249, 'EUR') // '1249,00' for a German reader */
export function formatTyped(
  amount: number,
  currency: string,
  language = languageOfNumbers(),
): string {
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: Math.max(decimalsOf(currency), PRICE_DECIMALS),
  }).format(amount)
}

/** A number as a person would type it, to fill a field in. @example formatTypedNumber(4.995, 'de-DE') // '4,995' */
export function formatTypedNumber(value: number, language = languageOfNumbers()): string {
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(
    value,
  )
}

/** How many decimals a currency has. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

function hasMoreDecimals(amount: number, decimals: number): boolean {
  const scale = 10 ** decimals
  return Math.round(amount * scale) / scale !== amount
}

function withoutCurrency(typed: string, currency: string | undefined): string {
  if (currency === undefined) return typed
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  const names = [currency, symbol ?? currency]
  const text = typed.trim()
  const name = names.find((one) => text.toUpperCase().startsWith(one.toUpperCase()))
  if (name !== undefined) return text.slice(name.length)
  const last = names.find((one) => text.toUpperCase().endsWith(one.toUpperCase()))
  return last === undefined ? text : text.slice(0, -last.length)
}

/** @example example(2, 'de-DE') // '1.249,50' */
function example(decimals: number, language: string | undefined): string {
  const places = Math.min(2, decimals)
  const value = places === 0 ? 1_249 : 1_249.5
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value)
}
