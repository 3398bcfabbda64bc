/** The decision on a return that is being prepared. Pure. */
import type { Return } from './queries.ts'

type ReturnLine = Return['Lines'][number]

/** What a person has typed for a line. */
export interface LineDecision {
  readonly accepted: number
  /** The refund in place of unit price times units; empty for that. */
  readonly refund: string
}

/** Units of a line on which nobody has decided. */
export function undecidedOf(line: ReturnLine): number {
  return line.Quantity - line.AcceptedQuantity - line.RejectedQuantity
}

/** Whether anything is left to decide. */
export function isUndecided({ Status }: Pick<Return, 'Status'>): boolean {
  return Status === 'ON_THE_WAY'
}

/** Accepts everything that is undecided. */
export function acceptAll({ Lines }: Return): readonly LineDecision[] {
  return Lines.map((line) => ({ accepted: undecidedOf(line), refund: '' }))
}

/** The call: undecided units that are not accepted are rejected. */
export function decisionOf({ Lines }: Return, decisions: readonly LineDecision[]) {
  return {
    Lines: Lines.map((line, index) => {
      const { accepted = 0, refund = '' } = decisions[index] ?? {}
      return {
        ...(line.MerchantOrderLineReference === null
          ? { ChannelOrderLineReference: line.ChannelOrderLineReference }
          : { MerchantOrderLineReference: line.MerchantOrderLineReference }),
        AcceptedQuantity: line.AcceptedQuantity + accepted,
        RejectedQuantity: line.RejectedQuantity + undecidedOf(line) - accepted,
        ...(refund !== '' && { ManualRefundInclVat: Number(refund) }),
      }
    }),
  }
}
