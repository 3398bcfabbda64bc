/** The search parameters of the list of returns. */
import { day } from '../components/values/days.ts'
import { flag, listEntries, searchSchema, text } from '../search-params.ts'

export const returnsSearch = searchSchema({
  cursor: listEntries.cursor,
  /** The reference of the return that is being decided. */
  decide: text,
  /** Also returns that are decided. */
  all: flag,
  /** Only returns that were registered on this day or later. */
  since: day,
})
