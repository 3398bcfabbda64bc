/** Reads exchange rates from CSV. Pure. */
import { readTable } from '../../kit/shared/csv-table.ts'
import type { Refusal } from '../../kit/shared/errors.ts'
import type { RateItem } from './schema.ts'

/** The columns, in any order. */
const COLUMNS = ['CurrencyCode', 'Date', 'Rate'] as const

/**
 * Reads a CSV file with the columns `CurrencyCode`, `Date` and `Rate`, in any order, separated by commas, semicolons or tabs. Rates have
 * a decimal point, or with semicolons or tabs a comma. The values are checked where they are stored.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the file cannot be read, or lacks a column.
 *
 * @example
 * readRatesCsv('CurrencyCode,Date,Rate\nUSD,2026-11-20,0.924385\n')
 */
export function readRatesCsv(text: string): readonly RateItem[] | Refusal {
  return readTable(text, COLUMNS, 'Rate')
}
