/** Texts of cells to values. Pure functions. */

/**
 * Removes the apostrophe that an export puts before a cell so that no spreadsheet takes it for a formula. {@link guardCell} is the inverse.
 */
export function restoreCell(text: string): string {
  return text.charCodeAt(0) === 39 && GUARDED.test(text) ? text.slice(1) : text
}

/**
 * Puts an apostrophe before a text that a spreadsheet would take for a formula: one that begins with = + - @, tab or carriage return
 * (OWASP, CSV injection), and one that begins with apostrophes before these.
 *
 * @example
 * guardCell('=1+1') // "'=1+1"
 */
export function guardCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** One line without control characters. */
export function toLine(text: string): string {
  return CONTROL.test(text) ? text.replace(CONTROLS, ' ').trim() : text.trim()
}

/** Text whose only control characters are tabs and line breaks. */
export function toBlock(text: string): string {
  return CONTROL_BUT_LINES.test(text) ? text.replace(CONTROLS_BUT_LINES, '').trim() : text.trim()
}

const CONTROL = /\p{Cc}/u
const CONTROLS = /\p{Cc}+/gu
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
const CONTROLS_BUT_LINES = /[^\P{Cc}\t\n\r]+/gu

/** An amount, with its currency if the text names one by its code. Undefined if the text is no amount. */
export function parseAmount(
  text: string,
  decimal: '.' | ',',
): { readonly amount: number; readonly currency: string | null } | undefined {
  const parts = AMOUNT.exec(text.trim())
  if (parts === null) return undefined
  const [, before = '', digits = '', after = ''] = parts
  const plain = digits.replace(/[\s'’]/g, '')
  if (!(decimal === '.' ? WITH_POINT : WITH_COMMA).test(plain)) return undefined
  const number = decimal === '.' ? plain.replaceAll(',', '') : commaToPoint(plain)
  const currency = CURRENCY.exec(before.trim()) ?? CURRENCY.exec(after.trim())
  return { amount: Number(number), currency: currency?.[0] ?? null }
}

function commaToPoint(text: string): string {
  return text.replaceAll('.', '').replace(',', '.')
}

// A symbol or code of a currency, the digits, and again a symbol or code, such as `12.50 EUR`, `€ 12,50` and `1 200 руб.`
const AMOUNT = /^([^\d+\-.,]{0,8})([+-]?[\d.,](?:[\d.,\s'’]*[\d.,])?)([^\d+-]{0,8})$/u
const WITH_POINT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/
const WITH_COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d*)?$/
const CURRENCY = /^[A-Z]{3}$/

/** Recognises the decimal separator of amounts: a comma with one or two digits behind it, and no point behind it. */
export function recogniseDecimal(amounts: readonly string[]): '.' | ',' {
  const commas = amounts.filter((text) => /\d,\d{1,2}(?!\d)/.test(text) && !/,.*\./.test(text))
  const points = amounts.filter((text) => /\d\.\d{1,2}(?!\d)/.test(text) && !/\..*,/.test(text))
  return commas.length > points.length ? ',' : '.'
}

/** Yes or no. Undefined if the text is neither. */
export function parseFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}

const TRUE = new Set(['true', '1', 'yes', 'y', 'active', 'enabled'])
const FALSE = new Set(['false', '0', 'no', 'n', '-1', 'draft', 'archived', 'disabled', '2'])

/** Whether a sale price holds at a time. Dates that cannot be read do not limit it. */
export function isOnSale(from: string, to: string, now: Date): boolean {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (!Number.isNaN(start) && start > now.getTime()) return false
  if (Number.isNaN(end)) return true
  // A date without a time means its whole day.
  const isDay = !/\d:\d/.test(to)
  return end + (isDay ? 86_400_000 : 0) > now.getTime()
}

/** Whether a column or an attribute of this name holds a size or a colour. */
export function optionField(name: string): 'Size' | 'Color' | undefined {
  const word = name.trim().toLowerCase()
  if (SIZES.has(word)) return 'Size'
  return COLORS.has(word) ? 'Color' : undefined
}

const SIZES = new Set(['size', 'größe', 'groesse', 'maat', 'taille', 'talla', 'taglia', 'размер'])
const COLORS = new Set(['color', 'colour', 'farbe', 'kleur', 'couleur', 'colore', 'цвет'])
