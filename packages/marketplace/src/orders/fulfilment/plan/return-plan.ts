/** Plans the effect of a return on the lines of its order, when it is created and when the merchant decides on it. */

import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../../kit/shared/errors.ts'
import type { LineState } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { rejectUnits } from '../../record/state/units.ts'
import { refuseDecision } from '../records/actions.ts'
import type { FulfilmentDraft, NamedLine } from '../records/draft.ts'
import type { FulfilmentLine, FulfilmentRow } from '../records/store.ts'
import { paidForUnits, type RequestedRefund } from '../rules/line-refunds.ts'
import type { RefundedGoods } from '../rules/payments.ts'
import { leftOfOrder, paidLine } from '../rules/payments.ts'
import { type ReturnRefund, refundReturn } from '../rules/return-refunds.ts'
import { decideRest, type ReturnStatus, returnStatus } from '../rules/statuses.ts'
import type { Ledger } from './ledger.ts'
import type { CountedLine, Plan } from './planned.ts'
import {
  countedRefund,
  countOf,
  type DecidedLine,
  mergeLines,
  refundedOf,
  sum,
  withPayments,
} from './return-lines.ts'

/** Plans a new return. */
export function planReturn(
  draft: FulfilmentDraft,
  order: OrderState,
  counted: readonly CountedLine[],
  refunded: RefundedGoods,
): Plan | Refusal {
  const entries = counted.map((entry) => {
    const { count: quantity, AcceptedQuantity, RejectedQuantity } = entry
    const named = { quantity, accepted: AcceptedQuantity ?? 0, rejected: RejectedQuantity ?? 0 }
    return { ...entry, ...decideRest(named, draft.status) }
  })
  return settle(entries, order, refunded, draft)
}

/** A merchant's decision on an existing return. */
export interface DecisionRequest {
  readonly status: ReturnStatus | null
  readonly total: Pick<RequestedRefund, 'RefundInclVat' | 'RefundExclVat'>
  /** By the id of the line. */
  readonly lines: ReadonlyMap<number, NamedLine & { readonly path: string }>
}

/**
 * Plans a decision on a return. Values that the request does not contain stay. An amount that equals unit price x accepted units changes
 * with the accepted units.
 *
 * Refusals: `MARKET_RETURN_DECIDED` if all units are already decided with another result; and the refusals of a new return.
 */
export function planDecision(
  row: FulfilmentRow,
  order: OrderState,
  ledger: Pick<Ledger, 'line' | 'refundedGoods'>,
  request: DecisionRequest,
): Plan | Refusal {
  const entries = row.lines.map((stored, index) => {
    const line = ledger.line(stored.lineId) as LineState
    const named = request.lines.get(stored.lineId)
    const decision = decideRest(
      {
        quantity: stored.quantity,
        accepted: named?.AcceptedQuantity ?? stored.accepted ?? 0,
        rejected: named?.RejectedQuantity ?? stored.rejected ?? 0,
      },
      request.status,
    )
    return {
      ...keptAmounts(stored, line, named),
      ...decision,
      path: named?.path ?? `/Lines/${index}`,
      line,
    }
  })
  const plan = settle(entries, order, ledger.refundedGoods(row.orderId), request, row)
  if (!isRefusal(plan) && isSame(row, plan.stored)) return plan
  return refuseDecision(row) ?? plan
}

function settle(
  entries: readonly DecidedLine[],
  order: OrderState,
  refunded: RefundedGoods,
  { status, total }: Pick<DecisionRequest, 'status' | 'total'>,
  before?: FulfilmentRow,
): Plan | Refusal {
  const issues = [...decisionIssues(entries), ...statusIssues(entries, status)]
  if (issues.length > 0) return refuseIssues(issues)
  const kept = before?.refundShippingInclVat ?? 0
  const returned = withPayments(entries, before)
  const paid = paidOrder(order, kept, refunded, isLast(entries, order, before))
  const refund = refundReturn(returned, paid, total, kept)
  if (isRefusal(refund)) return refund
  const stored = mergeLines(entries, refund.lines)
  const changed = new Map(entries.map(({ line }) => [line.lineId, line]))
  const earlier = new Map(before?.lines.map((line) => [line.lineId, line]))
  const lines = stored.map((after) =>
    changeLine(changed.get(after.lineId) as LineState, earlier.get(after.lineId), after),
  )
  const amounts = keepAmounts(refund, stored, total, before)
  return (
    refuseTooMany(lines) ?? {
      lines,
      refundedShipping: sum(order.refundedShipping, -kept, refund.shippingInclVat),
      refundedGoods: {
        exact: sum(refunded.exact, ...stored.map((line) => refundedOf(line).inclVat)),
        rounded: sum(refunded.rounded, amounts.refundInclVat, -refund.shippingInclVat),
      },
      stored: { ...amounts, lines: stored, refundShippingInclVat: refund.shippingInclVat },
    }
  )
}

/** Whether all units of the order are returned with this return. */
function isLast(
  entries: readonly DecidedLine[],
  { units }: OrderState,
  before: FulfilmentRow | undefined,
): boolean {
  const now = entries.reduce((count, { quantity, rejected }) => count + quantity - rejected, 0)
  const earlier = before?.lines.reduce((count, line) => count + countOf(line), 0) ?? 0
  return units.returned - earlier + now === units.quantity
}

function decisionIssues(entries: readonly DecidedLine[]): readonly Issue[] {
  return entries
    .filter(({ quantity, accepted, rejected }) => accepted + rejected > quantity)
    .map(({ path, quantity, accepted, rejected }) => ({
      path: `${path}/AcceptedQuantity`,
      message: `and RejectedQuantity add up to ${accepted + rejected}, but only ${quantity} units are returned`,
    }))
}

/** A status in the request must match the units. */
function statusIssues(
  entries: readonly DecidedLine[],
  status: ReturnStatus | null,
): readonly Issue[] {
  if (status === null) return []
  const actual = returnStatus(entries)
  if (actual === status) return []
  return [
    { path: '/Status', message: `is ${status}, but the quantities of its lines make it ${actual}` },
  ]
}

function paidOrder(order: OrderState, kept: number, refunded: RefundedGoods, last: boolean) {
  const left = leftOfOrder(order, refunded, kept)
  return {
    currencyCode: order.currencyCode,
    goodsLeft: left.goods,
    carry: sum(refunded.exact, -refunded.rounded),
    isLast: last,
    shippingLeft: left.shipping,
    shippingVatRate: order.shippingVatRate ?? 0,
  }
}

/** The amounts of a stored line. They stay unless the request contains others. */
function keptAmounts(
  stored: FulfilmentLine,
  line: LineState,
  named: NamedLine | undefined,
): RequestedRefund {
  const isNamed = (named?.RefundInclVat ?? named?.RefundExclVat ?? null) !== null
  const standard = paidForUnits(paidLine(line), stored.accepted ?? 0)
  const isStandard = standard.eq(stored.refundInclVat ?? 0)
  const isManual = (named?.ManualRefundInclVat ?? named?.ManualRefundExclVat ?? null) !== null
  return {
    RefundInclVat: isNamed ? named?.RefundInclVat : isStandard ? null : stored.refundInclVat,
    RefundExclVat: isNamed ? named?.RefundExclVat : isStandard ? null : stored.refundExclVat,
    ManualRefundInclVat: isManual ? named?.ManualRefundInclVat : stored.manualRefundInclVat,
    ManualRefundExclVat: isManual ? named?.ManualRefundExclVat : stored.manualRefundExclVat,
  }
}

function changeLine(
  line: LineState,
  before: FulfilmentLine | undefined,
  after: FulfilmentLine,
): LineState {
  const [old, now] = [countedRefund(line, before), countedRefund(line, after)]
  return {
    ...line,
    units: rejectUnits(line.units, countOf(before) - countOf(after)),
    refundedInclVat: sum(line.refundedInclVat, -old.inclVat, now.inclVat),
    refundedExclVat: sum(line.refundedExclVat, -old.exclVat, now.exclVat),
  }
}

/** Refuses to undo the rejection of units that another return already contains. */
function refuseTooMany(lines: readonly LineState[]): Refusal | undefined {
  const line = lines.find(({ units }) => units.returned > units.shipped)
  if (line === undefined) return undefined
  const { shipped, returned } = line.units
  const detail = `The line ${JSON.stringify(line.merchantReference)} would have ${returned} returned units, but ${shipped} are shipped: another return contains units that this return had rejected.`
  return refuse('MARKET_QUANTITY_EXCEEDED', detail)
}

/**
 * The refund of the whole return. It stays if the amounts of the lines do not change, and the request does not name another one: returns
 * that came later would otherwise change how it is rounded.
 */
function keepAmounts(
  { refundInclVat, refundExclVat }: ReturnRefund,
  lines: readonly FulfilmentLine[],
  total: DecisionRequest['total'],
  before: FulfilmentRow | undefined,
): Pick<Plan['stored'], 'refundInclVat' | 'refundExclVat'> {
  const amountsOf = (stored: readonly FulfilmentLine[]) => JSON.stringify(stored.map(refundedOf))
  const isOther = before === undefined || amountsOf(before.lines) !== amountsOf(lines)
  if (isOther) return { refundInclVat, refundExclVat }
  const inclVat = (total.RefundInclVat ?? null) === null ? before.refundInclVat : refundInclVat
  const stays = (total.RefundExclVat ?? null) === null && inclVat === before.refundInclVat
  return { refundInclVat: inclVat, refundExclVat: stays ? before.refundExclVat : refundExclVat }
}

function isSame(row: FulfilmentRow, stored: Plan['stored']): boolean {
  const { lines, refundInclVat, refundExclVat, refundShippingInclVat } = row
  const was = { lines, refundInclVat, refundExclVat, refundShippingInclVat }
  const contentOf = (value: Plan['stored']) =>
    JSON.stringify([
      value.refundInclVat,
      value.refundExclVat,
      value.refundShippingInclVat,
      value.lines.map((line) => [
        line.lineId,
        line.accepted,
        line.rejected,
        ...Object.values(refundedOf(line)),
      ]),
    ])
  return contentOf(was) === contentOf(stored)
}
