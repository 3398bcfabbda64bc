/** The search parameters of the products that are short. */
import * as v from 'valibot'
import { id, listEntries, searchSchema } from '../search-params.ts'
import { WAITING_ACTIONS } from './waiting-actions.ts'

export const stockSearch = searchSchema({
  cursor: listEntries.cursor,
  /** The order of the open panel, and its action. */
  order: id,
  action: v.picklist(WAITING_ACTIONS),
})
