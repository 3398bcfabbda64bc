/** The table of VAT rates as CSV. Pure. */
import { numberInCell, readTable, toCsvLines } from '../../kit/shared/csv-table.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import type { VatRateItem } from './schema.ts'

const COLUMNS = ['CountryIso', 'VatClass', 'Rate'] as const

/**
 * Reads a CSV file with the columns `CountryIso`, `VatClass` and `Rate`, in any order. The values are checked where they are stored.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the file cannot be read, or lacks a column.
 */
export function readVatRatesCsv(text: string): readonly VatRateItem[] | Refusal {
  const rows = readTable(text, COLUMNS, 'Rate')
  if (isRefusal(rows)) return rows
  return rows.map(({ Rate, ...names }) => ({ ...names, Rate: numberInCell(Rate) as number }))
}

/** Writes rates as a CSV file that {@link readVatRatesCsv} reads. */
export function toVatRatesCsv(rates: readonly VatRateItem[]): string {
  return toCsvLines([COLUMNS, ...rates.map((rate) => COLUMNS.map((name) => rate[name]))])
}
