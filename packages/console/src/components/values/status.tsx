import type { ORDER_STATUSES, RETURN_STATUSES } from '@entrepot/client'
import { Dot } from './dot.tsx'

type Look = readonly [color: string, label: string]

/** The statuses of orders and returns, which the hub names, and those of channels and of products at channels: colour and label. */
const STATUSES = {
  NEW: ['blue', 'New'],
  IN_PROGRESS: ['indigo', 'In progress'],
  SHIPPED: ['green', 'Shipped'],
  IN_BACKORDER: ['yellow', 'In backorder'],
  REQUIRES_CORRECTION: ['red', 'Requires correction'],
  CANCELED: ['gray', 'Cancelled'],
  CLOSED: ['gray', 'Closed'],
  MANCO: ['yellow', 'Not supplied'],
  IN_COMBI: ['green', 'Waits for its combination'],
  RETURNED: ['violet', 'Returned'],
  // Of returns.
  ON_THE_WAY: ['blue', 'On the way'],
  ACCEPTED: ['green', 'Accepted'],
  // Of channels.
  CURRENT: ['green', 'Up to date'],
  PENDING: ['blue', 'Pending'],
  LATE: ['yellow', 'Late'],
  NEVER_FETCHED: ['yellow', 'Never fetched'],
  INACTIVE: ['gray', 'Inactive'],
  // Of returns, and of products at channels.
  REJECTED: ['red', 'Rejected'],
  NOT_LISTED: ['gray', 'Not listed'],
} as const satisfies Readonly<
  Record<(typeof ORDER_STATUSES)[number] | (typeof RETURN_STATUSES)[number], Look> &
    Record<string, Look>
>

/** A status that the console knows. */
export type StatusName = keyof typeof STATUSES

const lookOf = (status: string): Look | undefined => STATUSES[status as StatusName]

/** The label of a status; the status itself if the hub is newer and the console does not know it. */
export function statusLabel(status: StatusName): string {
  return lookOf(status)?.[1] ?? status
}

/** A status: a dot and a label. The colour alone says nothing. */
export function Status({ status }: { readonly status: StatusName }) {
  const color = lookOf(status)?.[0] ?? 'gray'
  return <Dot color={color}>{statusLabel(status)}</Dot>
}
