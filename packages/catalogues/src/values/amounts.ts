/** Amounts of money and numbers as people and systems write them. Pure functions. */
import { quote } from './text.ts'

/** A decimal separator. */
export type DecimalSeparator = '.' | ','

/** What a text says: one amount, one of two amounts, or none. */
export type ParsedAmount =
  | { readonly outcome: 'amount'; readonly amount: number; readonly currency: string | null }
  | { readonly outcome: 'ambiguous'; readonly readings: readonly [number, number] }
  | { readonly outcome: 'unreadable' }

const UNREADABLE = { outcome: 'unreadable' } as const

/**
 * Reads an amount, with its currency if the text names one by its code. If the separator is null, only amounts are read that have the same
 * value with each separator, or are written in a way that only one of them allows, such as `12,50` and `1,234.56`.
 *
 * @example
 * parseAmount('1.299,50 EUR', ',') // { outcome: 'amount', amount: 1299.5, currency: 'EUR' }
 * parseAmount('12,500', null) // { outcome: 'ambiguous', readings: [12500, 12.5] }
 */
export function parseAmount(text: string, decimal: DecimalSeparator | null): ParsedAmount {
  if (PLAIN.test(text)) return { outcome: 'amount', amount: Number(text), currency: null }
  const parts = AMOUNT.exec(text.trim().replace(NO_CENTS, (_, mark) => `${mark}00`))
  if (parts === null) return UNREADABLE
  const [, before = '', digits = '', after = ''] = parts
  const currency = (CURRENCY.exec(before.trim()) ?? CURRENCY.exec(after.trim()))?.[0] ?? null
  const point = decimal === ',' ? undefined : read(digits, '.')
  const comma = decimal === '.' ? undefined : read(digits, ',')
  if (point !== undefined && comma !== undefined && point !== comma) {
    return { outcome: 'ambiguous', readings: [point, comma] }
  }
  const amount = point ?? comma
  return amount === undefined ? UNREADABLE : { outcome: 'amount', amount, currency }
}

/** Says what is wrong with a text that is no amount, or could be two; the beginning is the name of its column. */
export function explainAmount(
  parsed: Exclude<ParsedAmount, { outcome: 'amount' }>,
  text: string,
  decimal: DecimalSeparator | null,
): string {
  if (parsed.outcome === 'unreadable') {
    const wanted = decimal === ',' ? '1299,50' : '1299.50'
    return `is not a number such as ${wanted}: ${quote(text)}`
  }
  const [point, comma] = parsed.readings
  return `has two readings: ${quote(text)} is ${point} if the decimal separator is a point, and ${comma} if it is a comma. Set the decimal separator`
}

// Digits without a separator, which most cells of most files contain.
const PLAIN = /^\d{1,15}$/
// A symbol or code of a currency, the digits, and again a symbol or code, such as `12.50 EUR`, `€ 12,50`, `Rs. 1299` and `1 200 руб.`
const AMOUNT =
  /^((?:[^\d+\-.,]|(?<=[\p{L}/])\.){0,8})([+-]?[\d.,](?:[\d.,\s'’]*[\d.,])?)([^\d+-]{0,8})$/u
const CURRENCY = /^[A-Z]{3}$/
// `12,-` and `12.–` mean no cents.
const NO_CENTS = /([.,])\s*[-–—]{1,2}(?=\D*$)/

/** The value of digits with separators. Undefined if they are not written with this decimal separator. */
function read(digits: string, decimal: DecimalSeparator): number | undefined {
  const text = digits.replace(/[\s’]/g, "'")
  const shapes = decimal === '.' ? WITH_POINT : WITH_COMMA
  if (!/\d/.test(text) || !shapes.some((shape) => shape.test(text))) return undefined
  const plain = text.replaceAll("'", '')
  return Number(decimal === '.' ? plain.replaceAll(',', '') : commaToPoint(plain))
}

function commaToPoint(text: string): string {
  return text.replaceAll('.', '').replace(',', '.')
}

// Groups of three digits, Indian groups such as 1,23,456, and groups that blanks or apostrophes divide. No group begins with a 0.
const WITH_POINT = [
  /^[+-]?(?:\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.\d*)?$/,
  /^[+-]?[1-9]\d{0,2}(?:'\d{3})+(?:\.\d*)?$/,
]
const WITH_COMMA = [
  /^[+-]?(?:\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?$/,
  /^[+-]?[1-9]\d{0,2}(?:'\d{3})+(?:,\d*)?$/,
]

/**
 * Recognises the decimal separator by the amounts of a file: by those that only one separator allows, and if there are none, by the
 * decimals of the currency. Null if they do not tell, or contradict each other.
 *
 * @param decimals the number of decimals of the currency, if it is known
 */
export function recogniseDecimal(
  amounts: readonly string[],
  decimals: number | undefined,
): DecimalSeparator | null {
  const written = amounts.filter((text) => text.trim() !== '')
  const points = written.some((text) => isOnlyWith(text, '.'))
  const commas = written.some((text) => isOnlyWith(text, ','))
  if (points || commas) return points && commas ? null : points ? '.' : ','
  const unclear = written.filter((text) => parseAmount(text, null).outcome === 'ambiguous')
  const [separator, another] = new Set(unclear.flatMap((text) => text.match(/[.,]/) ?? []))
  if (separator === undefined || another !== undefined) return null
  if (decimals === 0) return separator === '.' ? ',' : '.'
  // With three decimals, `12,500` is an amount with its decimals if all amounts are written with them.
  const areAll = unclear.length === written.length
  return decimals === 3 && areAll ? (separator as DecimalSeparator) : null
}

function isOnlyWith(text: string, decimal: DecimalSeparator): boolean {
  if (!/[.,]/.test(text)) return false
  const other = decimal === '.' ? ',' : '.'
  return (
    parseAmount(text, decimal).outcome === 'amount' &&
    parseAmount(text, other).outcome === 'unreadable'
  )
}

/**
 * The number of decimals of a currency (ISO 4217). Undefined for a text that is no code.
 *
 * @example
 * decimalsOf('KWD') // 3
 */
export function decimalsOf(currency: string | undefined): number | undefined {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits
}
