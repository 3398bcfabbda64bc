/** The search parameters of the pages of approvals. */
import * as v from 'valibot'
import { id, listEntries, searchSchema } from '../../search-params.ts'

const decision = v.picklist(['approve', 'reject'])

/** Which approvals are listed: those that wait when left out; and the decision of the open panel. */
export const approvalsSearch = searchSchema({
  cursor: listEntries.cursor,
  show: v.picklist(['all']),
  action: decision,
  id,
})

/** The decision of the open panel of one approval. */
export const approvalSearch = searchSchema({ action: decision })

export type Decision = v.InferOutput<typeof decision>
