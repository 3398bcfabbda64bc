import { NOT_IN_SHOP, type RecordProblem } from '../../../adapter/outcomes.ts'

/** The shop has no order with this id any more. */
export function orderMissing(shopOrderId: string): RecordProblem {
  return {
    code: NOT_IN_SHOP,
    message: `The shop has no order with the id ${shopOrderId}: it was deleted, or a backup without it was restored.`,
    remedy: 'Tell the buyer in another way, or enter the order in the shop again.',
  }
}
