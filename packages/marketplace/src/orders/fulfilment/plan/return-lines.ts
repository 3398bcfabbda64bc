/** The lines of returns as they are stored. */
import { decimal } from '../../../kit/shared/money.ts'
import { factsOfLine, type LineState } from '../../record/line-state-store.ts'
import type { NamedLine } from '../records/draft.ts'
import type { FulfilmentLine, FulfilmentRow } from '../records/store.ts'
import { type LineRefund, paidForUnits } from '../rules/line-refunds.ts'
import { leftOfLine, paidLine } from '../rules/payments.ts'
import type { Decision } from '../rules/statuses.ts'

/** A line of a return: the values of the request, and the earlier decisions. */
export interface DecidedLine extends NamedLine, Decision {
  readonly path: string
  readonly line: LineState
}

/** Creates one stored line for each order line, even if the request names it several times. */
export function mergeLines(
  entries: readonly DecidedLine[],
  refunds: readonly LineRefund[],
): readonly FulfilmentLine[] {
  const merged = new Map<number, FulfilmentLine>()
  for (const [index, { line, quantity, accepted, rejected }] of entries.entries()) {
    const refund = refunds[index] as LineRefund
    const one = { ...factsOfLine(line), quantity, accepted, rejected, ...refund }
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
export function refundedOf(line: FulfilmentLine | undefined) {
  return {
    inclVat: line?.manualRefundInclVat ?? line?.refundInclVat ?? 0,
    exclVat: line?.manualRefundExclVat ?? line?.refundExclVat ?? 0,
  }
}

/** The units of a line of a return that are not rejected. */
export function countOf(line: Pick<FulfilmentLine, 'quantity' | 'rejected'> | undefined): number {
  return (line?.quantity ?? 0) - (line?.rejected ?? 0)
}

/** Adds the payment of each line. What is left of it is shared by the entries that name the same line, from the first on. */
export function withPayments(entries: readonly DecidedLine[], before: FulfilmentRow | undefined) {
  const left = new Map<number, number>()
  return entries.map((entry) => {
    const { line } = entry
    const paid = paidLine(line)
    if (line.refundedApart === 0) return { ...entry, paid }
    const own = before?.lines.find(({ lineId }) => lineId === line.lineId)
    const rest = left.get(line.lineId) ?? leftOfLine(line, countedRefund(line, own).inclVat)
    const most = Math.min(rest, paidForUnits(paid, countOf(entry)).toNumber())
    left.set(line.lineId, sum(rest, -most))
    return { ...entry, paid: { ...paid, left: most } }
  })
}

/** The refund of a stored line as the order line counts it: a line never counts more than its exact price, not even what is rounded up. */
export function countedRefund(line: LineState, stored: FulfilmentLine | undefined) {
  const { inclVat, exclVat } = refundedOf(stored)
  const most = paidForUnits(paidLine(line), countOf(stored)).toNumber()
  return { inclVat: Math.min(inclVat, most), exclVat: Math.min(exclVat, most) }
}

/** Adds amounts exactly; null counts as 0. */
export function sum(...amounts: readonly (number | null)[]): number {
  return amounts.reduce((total, amount) => total.plus(amount ?? 0), decimal(0)).toNumber()
}
