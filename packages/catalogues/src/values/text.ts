/** Texts of cells to values. Pure functions. */

/**
 * Removes the apostrophe that an export puts before a cell so that no spreadsheet takes it for a formula. {@link guardCell} is the inverse.
 */
export function restoreCell(text: string): string {
  const first = text.charCodeAt(0)
  if (first === 39 && GUARDED.test(text)) return text.slice(1)
  // Spreadsheets write a number as `="0012"`, so that it stays a text.
  return first === 61 && WRAPPED.test(text) ? text.slice(2, -1).replaceAll('""', '"') : text
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
const WRAPPED = /^="(?:[^"]|"")*"$/
const GUARDED = /^'+[=+\-@\t\r]/

/** One line without control characters. */
export function toLine(text: string): string {
  return CONTROL.test(text) ? text.replace(CONTROLS, ' ').trim() : text.trim()
}

/**
 * A reference in the one form that the hub compares: in Unicode's composed form (NFC), with plain blanks, without characters that nobody
 * sees. References that look the same are the same. Control characters stay.
 *
 * @example
 * normalizeReference('BM21\u200B ') // 'BM21'
 */
export function normalizeReference(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.trim()
  return text.replace(UNSEEN, '').replace(BLANKS, ' ').normalize('NFC').trim()
}

const PRINTABLE_ASCII = /^[ -~]*$/
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu
const BLANKS = /\p{Zs}+/gu

/** Text whose only control characters are tabs and line breaks. */
export function toBlock(text: string): string {
  return CONTROL_BUT_LINES.test(text) ? text.replace(CONTROLS_BUT_LINES, '').trim() : text.trim()
}

const CONTROL = /\p{Cc}/u
const CONTROLS = /\p{Cc}+/gu
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
const CONTROLS_BUT_LINES = /[^\P{Cc}\t\n\r]+/gu

/** Whether a column or an attribute of this name holds a size or a colour. */
export function optionField(name: string): 'Size' | 'Color' | undefined {
  const word = name.trim().toLowerCase()
  if (SIZES.has(word)) return 'Size'
  return COLORS.has(word) ? 'Color' : undefined
}

const SIZES = new Set(['size', 'größe', 'groesse', 'maat', 'taille', 'talla', 'taglia', 'размер'])
const COLORS = new Set(['color', 'colour', 'farbe', 'kleur', 'couleur', 'colore', 'цвет'])

/** Quotes a text for a message, and cuts it off after 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)
}

/** The first of the addresses in a text. Systems divide them by commas or vertical bars, which addresses may also contain. */
export function firstAddress(text: string): string {
  const [first = ''] = text.split(/\s*[,;|]\s*(?=https?:|$)|\s*\|\s*|,\s+/i)
  return isWebUrl(first) ? first : (first.split(/(?<=\.\w{2,5}),/)[0] ?? '')
}

/** Cuts a text off, and never between the two halves of a character. */
export function cutOff(text: string, limit: number): string {
  if (text.length <= limit) return text
  return text
    .slice(0, limit)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
