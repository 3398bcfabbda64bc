import { Dot } from './dot.tsx'

/** The statuses of orders, channels and returns: colour and label. */
const STATUSES: Readonly<Record<string, readonly [color: string, label: string]>> = {
  NEW: ['blue', 'New'],
  IN_PROGRESS: ['indigo', 'In progress'],
  SHIPPED: ['green', 'Shipped'],
  IN_BACKORDER: ['yellow', 'In backorder'],
  REQUIRES_CORRECTION: ['red', 'Requires correction'],
  AWAITING_RATE: ['yellow', 'Awaits a rate'],
  CANCELED: ['gray', 'Canceled'],
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
  NEVER_POLLED: ['gray', 'Never polled'],
  INACTIVE: ['gray', 'Inactive'],
  // Of returns, and of products at channels.
  REJECTED: ['red', 'Rejected'],
  NOT_LISTED: ['gray', 'Not listed'],
}

/** The label of a status; the status itself if the console does not know it. */
export function statusLabel(status: string): string {
  return STATUSES[status]?.[1] ?? status
}

/** A status: a dot and a label. The colour alone says nothing. */
export function Status({ status }: { readonly status: string }) {
  const color = STATUSES[status]?.[0] ?? 'gray'
  return <Dot color={color}>{statusLabel(status)}</Dot>
}
