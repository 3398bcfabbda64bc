/** Regular prices and sale prices. */
import type { Draft, ReaderContext } from '../draft.ts'
import type { SourceRow } from '../source-row.ts'
import { saleTime } from '../values/dates.ts'
import { quote } from '../values/text.ts'

/** The cells of a sale. `from` and `to` are empty if the sale has no limit. */
export interface Sale {
  /** The column of the sale price. */
  readonly column: string
  readonly from: string
  readonly to: string
  /** The columns of the dates. */
  readonly dates: readonly string[]
}

/**
 * Whether the sale price of a row applies now. A sale of the future stays in ExtraData under the names of the file, and a sale whose dates
 * cannot be read does not apply and gets a note.
 */
export function isOnSale(
  draft: Draft,
  source: SourceRow,
  { column, from, to, dates }: Sale,
  { dayOrder, now }: ReaderContext,
): boolean {
  if (source.get(column) === '') return false
  const time = saleTime(from, to, dayOrder, now)
  if (time === 'later') {
    for (const name of [column, ...dates]) draft.extra(source.nameOf(name), source.raw(name))
  } else if (typeof time === 'object') {
    const problem = time.isAmbiguous
      ? 'the day and the month of its date could each be the other'
      : 'its date cannot be read'
    draft.note(`${source.nameOf(column)} is left out: ${problem}: ${quote(time.text)}`)
  }
  return time === 'now'
}
