/** Plans the effect of a return on the lines of its order, when it is created and when the merchant decides on it. */

import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../../kit/shared/errors.ts'
import { decimal } from '../../../kit/shared/money.ts'
import { type LineState, namesOfLine } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { rejectUnits } from '../../record/state/units.ts'
import { refuseDecision } from '../records/actions.ts'
import type { FulfilmentDraft, NamedLine } from '../records/draft.ts'
import {
  type LineRefund,
  type RequestedRefund,
  type ReturnRefund,
  refundReturn,
} from '../records/refunds.ts'
import { type Decision, decideRest, type ReturnStatus, returnStatus } from '../records/rules.ts'
import type { FulfilmentLine, FulfilmentRow } from '../records/store.ts'
import type { Ledger } from './ledger.ts'
import type { CountedLine, Plan } from './planned.ts'

/** A line of a return: the values of the request, and the earlier decisions. */
interface DecidedLine extends NamedLine, Decision {
  readonly path: string
  readonly line: LineState
}

/** Plans a new return. */
export function planReturn(
  draft: FulfilmentDraft,
  order: OrderState,
  counted: readonly CountedLine[],
): Plan | Refusal {
  const entries = counted.map((entry) => {
    const { count: quantity, AcceptedQuantity, RejectedQuantity } = entry
    const named = { quantity, accepted: AcceptedQuantity ?? 0, rejected: RejectedQuantity ?? 0 }
    return { ...entry, ...decideRest(named, draft.status) }
  })
  return settle(entries, order, draft.status, draft.total)
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
  ledger: Pick<Ledger, 'line'>,
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
  const plan = settle(entries, order, request.status, request.total, row)
  if (!isRefusal(plan) && isSame(row, plan.stored)) return plan
  return refuseDecision(row) ?? plan
}

function settle(
  entries: readonly DecidedLine[],
  order: OrderState,
  status: ReturnStatus | null,
  total: DecisionRequest['total'],
  before?: FulfilmentRow,
): Plan | Refusal {
  const issues = [...decisionIssues(entries), ...statusIssues(entries, status)]
  if (issues.length > 0) return refuseIssues(issues)
  const kept = before?.refundShippingInclVat ?? 0
  const refund = refundReturn(entries.map(withPaid), paidOrder(order, kept), total, kept)
  if (isRefusal(refund)) return refund
  const stored = mergeLines(entries, refund.lines)
  const changed = new Map(entries.map(({ line }) => [line.lineId, line]))
  const earlier = new Map(before?.lines.map((line) => [line.lineId, line]))
  const lines = stored.map((after) =>
    changeLine(changed.get(after.lineId) as LineState, earlier.get(after.lineId), after),
  )
  return (
    refuseTooMany(lines) ?? {
      lines,
      refundedShipping: sum(order.refundedShipping, -kept, refund.shippingInclVat),
      stored: {
        lines: stored,
        refundInclVat: refund.refundInclVat,
        refundExclVat: keepExclVat(refund, stored, total, before),
        refundShippingInclVat: refund.shippingInclVat,
      },
    }
  )
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

function withPaid(entry: DecidedLine) {
  const { unitPriceInclVat, vatRate } = entry.line
  return { ...entry, paid: { unitPriceInclVat, vatRate: vatRate ?? 0 } }
}

function paidOrder(order: OrderState, kept: number) {
  return {
    currencyCode: order.currencyCode,
    shippingLeft: sum(order.shippingCosts, -order.refundedShipping, kept),
    shippingVatRate: order.maxVatRate ?? 0,
  }
}

/** The amounts of a stored line. They stay unless the request contains others. */
function keptAmounts(
  stored: FulfilmentLine,
  line: LineState,
  named: NamedLine | undefined,
): RequestedRefund {
  const isNamed = (named?.RefundInclVat ?? named?.RefundExclVat ?? null) !== null
  const standard = decimal(line.unitPriceInclVat).times(stored.accepted ?? 0)
  const isStandard = standard.eq(stored.refundInclVat ?? 0)
  const isManual = (named?.ManualRefundInclVat ?? named?.ManualRefundExclVat ?? null) !== null
  return {
    RefundInclVat: isNamed ? named?.RefundInclVat : isStandard ? null : stored.refundInclVat,
    RefundExclVat: isNamed ? named?.RefundExclVat : isStandard ? null : stored.refundExclVat,
    ManualRefundInclVat: isManual ? named?.ManualRefundInclVat : stored.manualRefundInclVat,
    ManualRefundExclVat: isManual ? named?.ManualRefundExclVat : stored.manualRefundExclVat,
  }
}

/** Creates one stored line for each order line, even if the request names it several times. */
function mergeLines(
  entries: readonly DecidedLine[],
  refunds: readonly LineRefund[],
): readonly FulfilmentLine[] {
  const merged = new Map<number, FulfilmentLine>()
  for (const [index, { line, quantity, accepted, rejected }] of entries.entries()) {
    const refund = refunds[index] as LineRefund
    const one = { ...namesOfLine(line), quantity, accepted, rejected, ...refund }
    const other = merged.get(line.lineId)
    merged.set(line.lineId, other === undefined ? one : addLines(other, one))
  }
  return [...merged.values()].sort((a, b) => a.lineId - b.lineId)
}

function addLines(a: FulfilmentLine, b: FulfilmentLine): FulfilmentLine {
  const hasManual = a.manualRefundInclVat !== null || b.manualRefundInclVat !== null
  return {
    ...a,
    quantity: a.quantity + b.quantity,
    accepted: (a.accepted ?? 0) + (b.accepted ?? 0),
    rejected: (a.rejected ?? 0) + (b.rejected ?? 0),
    refundInclVat: sum(a.refundInclVat, b.refundInclVat),
    refundExclVat: sum(a.refundExclVat, b.refundExclVat),
    manualRefundInclVat: hasManual ? sum(refundedOf(a).inclVat, refundedOf(b).inclVat) : null,
    manualRefundExclVat: hasManual ? sum(refundedOf(a).exclVat, refundedOf(b).exclVat) : null,
  }
}

/** The effective refund of a line: its manual amounts, if it has any. */
function refundedOf(line: FulfilmentLine | undefined) {
  return {
    inclVat: line?.manualRefundInclVat ?? line?.refundInclVat ?? 0,
    exclVat: line?.manualRefundExclVat ?? line?.refundExclVat ?? 0,
  }
}

function changeLine(
  line: LineState,
  before: FulfilmentLine | undefined,
  after: FulfilmentLine,
): LineState {
  const countOf = (stored?: FulfilmentLine) => (stored?.quantity ?? 0) - (stored?.rejected ?? 0)
  const [old, now] = [refundedOf(before), refundedOf(after)]
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

/** Keeps the stored refund without VAT of the whole return if the refund with VAT and the amounts of the lines do not change. */
function keepExclVat(
  refund: ReturnRefund,
  lines: readonly FulfilmentLine[],
  total: DecisionRequest['total'],
  before: FulfilmentRow | undefined,
): number {
  const isNamed = (total.RefundExclVat ?? null) !== null
  if (isNamed || before?.refundInclVat !== refund.refundInclVat) return refund.refundExclVat
  const amountsOf = (stored: readonly FulfilmentLine[]) => JSON.stringify(stored.map(refundedOf))
  const stays = amountsOf(before.lines) === amountsOf(lines)
  return stays ? (before.refundExclVat ?? refund.refundExclVat) : refund.refundExclVat
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

function sum(...amounts: readonly (number | null)[]): number {
  return amounts.reduce((total, amount) => total.plus(amount ?? 0), decimal(0)).toNumber()
}
