import type { Order } from '../order.ts'
import type { Target } from './job-query.ts'

/** What the panel of an action on many orders gets. */
export interface BulkProps {
  readonly target: Target
  /** Those of the page: all that were selected, or the first ones of a list. */
  readonly orders: readonly Order[]
  readonly onClose: () => void
}
