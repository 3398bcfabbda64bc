/** Overrides as CSV. Pure. */
import { numberInCell, readRows, toCsvLines } from '../../kit/shared/csv-table.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import type { StockRule } from '../offer-rules/index.ts'
import type { OverrideResponse } from './schema.ts'

const STOCK = ['Percent', 'Buffer', 'Max', 'Fixed', 'HideBelow'] as const

/** The columns. Those of stock are the parts of its rule. */
const COLUMNS = [
  'MerchantProductReference',
  'Price',
  ...STOCK.map((name) => `Stock${name}` as const),
  'Hidden',
  'From',
  'Until',
] as const
type Column = (typeof COLUMNS)[number]

/** An override of a file, to be checked where it is stored, and its line. */
export interface OverrideLine {
  readonly line: number
  readonly item: Readonly<Record<string, unknown>>
}

/**
 * Reads a CSV file with the columns `MerchantProductReference`, `Price`, `StockPercent`, `StockBuffer`, `StockMax`, `StockFixed`,
 * `StockHideBelow`, `Hidden`, `From` and `Until`, in any order, separated by commas, semicolons or tabs. Only the first one must be there.
 * Numbers have a decimal point, or with semicolons or tabs a comma.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the file cannot be read, or has other columns.
 */
export function readOverridesCsv(text: string): readonly OverrideLine[] | Refusal {
  const file = readRows(text)
  if (isRefusal(file)) return file
  const { rows, hasCommas } = file
  const [header, ...lines] = rows
  const names = header?.record ?? []
  const unknown = names.find((name) => !COLUMNS.some((column) => column === name))
  if (unknown !== undefined || !names.includes('MerchantProductReference')) {
    const problem = unknown === undefined ? '' : `, not ${JSON.stringify(unknown.slice(0, 80))}`
    const message = `must begin with a line of MerchantProductReference and others of ${COLUMNS.join(', ')}${problem}`
    return refuseIssues([{ path: '/file', message }])
  }
  return lines.map(({ record, line }) => {
    const entries = names.map((name, index) => [name, record[index] ?? ''])
    return { line, item: toItem(Object.fromEntries(entries), hasCommas) }
  })
}

function toItem(
  values: Partial<Record<Column, string>>,
  hasCommas: boolean,
): Readonly<Record<string, unknown>> {
  const { MerchantProductReference, Price, Hidden, From, Until } = values
  const parts = STOCK.map((name) => [name, values[`Stock${name}`] ?? ''] as const)
  const given = parts.filter(([, text]) => text !== '')
  const Stock = Object.fromEntries(
    given.map(([name, text]) => [name, numberInCell(text, hasCommas)]),
  )
  return {
    MerchantProductReference,
    ...(Price && { Price: numberInCell(Price, hasCommas) }),
    ...(given.length > 0 && { Stock }),
    ...(Hidden && { Hidden: toBoolean(Hidden) }),
    ...(From && { From }),
    ...(Until && { Until }),
  }
}

const toBoolean = (text: string) =>
  ({ true: true, false: false })[text.toLowerCase() as 'true' | 'false'] ?? text

/** The first line of a file that {@link readOverridesCsv} reads. */
export const OVERRIDES_HEADER = toCsvLines([COLUMNS])

/** Writes overrides as lines of such a file. */
export function toOverridesCsv(overrides: readonly OverrideResponse[]): string {
  return toCsvLines(overrides.map(toCells))
}

function toCells({
  MerchantProductReference,
  Price,
  Stock,
  Hidden,
  From,
  Until,
}: OverrideResponse) {
  const parts = STOCK.map((name) => (Stock as StockRule | null)?.[name])
  return [MerchantProductReference, Price, ...parts, Hidden, From, Until]
}
