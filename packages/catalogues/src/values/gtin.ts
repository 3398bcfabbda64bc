/** Numbers of trade items: EAN, UPC and ISBN. */

/** What is wrong with the number of an article. */
export type GtinProblem = 'damaged' | 'check-digit'

/**
 * Checks an EAN, UPC or ISBN by its check digit (GS1 General Specifications 7.9). Spreadsheets write long numbers as `4,00638E+12`, or as
 * `4006380000000` after that. Texts of other lengths are codes of another kind and are not checked.
 *
 * @example
 * findGtinProblem('4,00638E+12') // 'damaged'
 */
export function findGtinProblem(text: string): GtinProblem | undefined {
  if (/^\d(?:[.,]\d*)?E\+?\d{1,2}$/i.test(text)) return 'damaged'
  const digits = text.replace(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || hasCheckDigit(digits)) return undefined
  return /0{5}$/.test(digits) ? 'damaged' : 'check-digit'
}

function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 3))
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0
}
