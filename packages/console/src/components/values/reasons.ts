/** Labels of the reasons of the API. Pure. */
import type { Output } from '@entrepot/client'

type ReturnReason = NonNullable<Output<'getReturn'>['Reason']>
type CancellationReason = NonNullable<Output<'listCancellations'>[number]['ReasonCode']>

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

/** Why units are cancelled. The first three mean that the merchant could not supply them. */
export const CANCELLATION_REASONS: Readonly<Record<CancellationReason, string>> = {
  NOT_IN_STOCK: 'Not in stock',
  DAMAGED: 'Damaged',
  INCOMPLETE: 'Incomplete',
  CLIENT_CANCELLED: 'The buyer cancelled',
  INVALID_ADDRESS: 'The address is invalid',
  OTHER: 'Another reason',
}

/** The label of a reason; the reason itself if the console does not know it. */
export function reasonLabel(
  labels: Readonly<Record<string, string>>,
  reason: string | null,
): string | null {
  return reason === null ? null : (labels[reason] ?? reason)
}
