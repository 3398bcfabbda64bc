/** VAT rates as CSV. Pure. */
import type { Output } from '@entrepot/client'

export type VatRate = Output<'listVatRates'>[number]

const COLUMNS = ['CountryIso', 'VatClass', 'Rate'] as const

/**
 * Reads a file with the columns CountryIso, VatClass and Rate, in any order. The hub checks the values. Undefined if it has other columns.
 *
 * @example readVatCsv('CountryIso;VatClass;Rate\nDE;standard;19\n')
 */
export function readVatCsv(text: string): readonly VatRate[] | undefined {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = /[,;\t]/.exec(header)?.[0] ?? ','
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const names = cellsOf(header)
  const places = COLUMNS.map((name) => names.indexOf(name))
  if (places.includes(-1)) return undefined
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = cellsOf(line)
      const [CountryIso = '', VatClass = '', rate = ''] = places.map((place) => cells[place])
      // With another separator, a comma is a decimal one. What is no number is refused by the hub.
      const number = separator === ',' ? rate : rate.replace(',', '.')
      const isNumber = /^\d+(\.\d+)?$/.test(number)
      return { CountryIso, VatClass, Rate: (isNumber ? Number(number) : rate) as number }
    })
}

/** Writes rates as a file that {@link readVatCsv} reads. */
export function toVatCsv(rates: readonly VatRate[]): string {
  const lines = rates.map((rate) => COLUMNS.map((name) => rate[name]).join(';'))
  return [COLUMNS.join(';'), ...lines, ''].join('\n')
}
