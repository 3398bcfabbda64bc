/** Labels of the reasons of the API. Pure. */
import type { Output } from '@entrepot/client'

type ReturnReason = NonNullable<Output<'getReturn'>['Reason']>
export type CancellationReason = NonNullable<Output<'listCancellations'>[number]['ReasonCode']>

/** Why units come back. */
export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  PRODUCT_DEFECT: 'The product is defective',
  PRODUCT_UNSATISFACTORY: 'The product is not as expected',
  REFUSED: 'The buyer refused the parcel',
  REFUSED_DAMAGED: 'The parcel was damaged and refused',
  WRONG_ADDRESS: 'The address was wrong',
  NOT_COLLECTED: 'The parcel was not collected',
  OTHER: 'Another reason',
}

/** Why units are cancelled. */
export const CANCELLATION_REASONS: Readonly<Record<CancellationReason, string>> = {
  NOT_IN_STOCK: 'Not in stock',
  DAMAGED: 'Damaged',
  INCOMPLETE: 'Incomplete',
  CLIENT_CANCELLED: 'The buyer cancelled',
  INVALID_ADDRESS: 'The address is invalid',
  OTHER: 'Another reason',
}

/** The reasons of cancellations as options. Those of the first group mean that the merchant could not supply the units. */
export const CANCELLATION_OPTIONS = [
  groupOf('You cannot supply the units', ['NOT_IN_STOCK', 'DAMAGED', 'INCOMPLETE']),
  groupOf('Other reasons', ['CLIENT_CANCELLED', 'INVALID_ADDRESS', 'OTHER']),
]

function groupOf(group: string, reasons: readonly CancellationReason[]) {
  return { group, items: reasons.map((value) => ({ value, label: CANCELLATION_REASONS[value] })) }
}

/** The label of a reason; the reason itself if the console does not know it. */
export function reasonLabel(
  labels: Readonly<Record<string, string>>,
  reason: string | null,
): string | null {
  return reason === null ? null : (labels[reason] ?? reason)
}
