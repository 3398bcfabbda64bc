/** How many items a poll or an acknowledgement had in each list. Pure. */

import type { ProcessedChanges, ProductChanges } from '../copy/schema.ts'
import type { SyncCounts } from './store.ts'

/** The items of an answer to a poll. */
export function countChanges(changes: ProductChanges): Partial<SyncCounts> {
  const { ToBeCreated, ToBeUpdated, ToBeRemoved } = changes
  return {
    created: ToBeCreated.length,
    updated: ToBeUpdated.length,
    removed: ToBeRemoved.length,
  }
}

/** The items of an acknowledgement. */
export function countProcessed(processed: ProcessedChanges): Partial<SyncCounts> {
  const { Created, Updated, Removed, Failed } = processed ?? {}
  return {
    created: Created?.length ?? 0,
    updated: Updated?.length ?? 0,
    removed: Removed?.length ?? 0,
    failed: Failed?.length ?? 0,
  }
}
