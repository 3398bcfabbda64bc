/** The search parameters of the prices to review. */
import * as v from 'valibot'
import { CAUSE_NAMES } from '../channels/offers/causes.ts'
import { id, listEntries, searchSchema } from '../search-params.ts'

export const pricesSearch = searchSchema({
  cursor: listEntries.cursor,
  channel: id,
  cause: v.picklist(CAUSE_NAMES),
  /** Those that were refused, instead of those that wait. */
  refused: v.literal(true),
  /** The decision on all prices of a channel and a cause, which the panel asks for. */
  all: v.picklist(['accept', 'refuse']),
})

export type PricesSearch = v.InferOutput<typeof pricesSearch>
