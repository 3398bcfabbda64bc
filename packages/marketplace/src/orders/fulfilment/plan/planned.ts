/** The input and the result of planning a record. */
import type { LineState } from '../../record/line-state-store.ts'
import type { NamedLine } from '../records/draft.ts'
import type { FulfilmentRow } from '../records/store.ts'
import type { RefundedGoods } from '../rules/payments.ts'

/** A line of a request with the order line that it names. */
export interface ResolvedLine extends NamedLine {
  readonly path: string
  readonly line: LineState
}

/** The effect of a record: the lines afterwards, and the values to store. */
export interface Plan {
  readonly lines: readonly LineState[]
  readonly refundedShipping: number
  /** What all returns of the order refund, after a return. */
  readonly refundedGoods?: RefundedGoods
  readonly stored: Pick<
    FulfilmentRow,
    'lines' | 'refundInclVat' | 'refundExclVat' | 'refundShippingInclVat'
  >
}

/** A line of a request with its number of units. */
export interface CountedLine extends ResolvedLine {
  readonly count: number
}
