/** The rules of cancellations and returns, as pure functions. */

/** Reasons of a cancellation. */
export const CANCELLATION_REASONS = [
  'NOT_IN_STOCK',
  'DAMAGED',
  'INCOMPLETE',
  'CLIENT_CANCELLED',
  'INVALID_ADDRESS',
  'OTHER',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

const MANCO_REASONS: ReadonlySet<unknown> = new Set(['NOT_IN_STOCK', 'DAMAGED', 'INCOMPLETE'])

/** Whether units with this reason could not be supplied. Such units are called manco. */
export function isManco(reason: CancellationReason | null | undefined): boolean {
  return MANCO_REASONS.has(reason)
}

/** The statuses of a shipment. */
export const SHIPMENT_STATUSES = ['SHIPPED', 'VOIDED'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** Returns the status of a shipment. */
export function shipmentStatus({ voidedAt }: { readonly voidedAt: unknown }): ShipmentStatus {
  return voidedAt === null ? 'SHIPPED' : 'VOIDED'
}

/** The statuses of a return. */
export const RETURN_STATUSES = ['ON_THE_WAY', 'ACCEPTED', 'REJECTED'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** The decision on the units of one line of a return. */
export interface Decision {
  readonly quantity: number
  readonly accepted: number
  readonly rejected: number
}

/** Returns the status of a return: ON_THE_WAY while any unit is undecided, then REJECTED if no unit was accepted, otherwise ACCEPTED. */
export function returnStatus(lines: readonly Decision[]): ReturnStatus {
  if (lines.some((line) => line.accepted + line.rejected < line.quantity)) return 'ON_THE_WAY'
  return lines.some((line) => line.accepted > 0) ? 'ACCEPTED' : 'REJECTED'
}

/** Decides on the undecided units: ACCEPTED accepts them, REJECTED rejects them. */
export function decideRest(line: Decision, status: ReturnStatus | null | undefined): Decision {
  const rest = line.quantity - line.accepted - line.rejected
  if (status === 'ACCEPTED') return { ...line, accepted: line.accepted + rest }
  if (status === 'REJECTED') return { ...line, rejected: line.rejected + rest }
  return line
}
