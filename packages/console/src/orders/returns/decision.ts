/** The decision on a return that is being prepared. Pure. */
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import { decimalsOf, formatTyped, parseAmount } from '../../components/values/money-input.ts'
import type { Return } from './queries.ts'

type ReturnLine = Return['Lines'][number]

/** What a person has typed for a line. */
export interface LineDecision {
  readonly accepted: number
  /** The refund in place of what the hub calculates, as it was typed. Undefined or empty for that of the hub. */
  readonly refund?: string | undefined
}

/** Units of a line on which nobody has decided. */
export function undecidedOf(line: ReturnLine): number {
  return line.Quantity - line.AcceptedQuantity - line.RejectedQuantity
}

/** Whether anything is left to decide. */
export function isUndecided({ Status }: Pick<Return, 'Status'>): boolean {
  return Status === 'ON_THE_WAY'
}

/** How many units of a decided return were accepted and rejected, in words. Undefined unless there are both. */
export function mixedText({
  Status,
  Lines,
}: {
  readonly Status: Return['Status']
  readonly Lines: readonly Pick<ReturnLine, 'AcceptedQuantity' | 'RejectedQuantity'>[]
}): string | undefined {
  if (isUndecided({ Status })) return undefined
  const accepted = Lines.reduce((all, { AcceptedQuantity }) => all + AcceptedQuantity, 0)
  const rejected = Lines.reduce((all, { RejectedQuantity }) => all + RejectedQuantity, 0)
  if (accepted === 0 || rejected === 0) return undefined
  return `${formatNumber(accepted)} accepted, ${formatNumber(rejected)} rejected`
}

/**
 * What a decided return is confirmed with: its reference, the decision, and the refund if there is one.
 *
 * @example decidedText(decided) // 'Return R-1 is rejected.'
 */
export function decidedText(
  decided: Pick<
    Return,
    'MerchantReturnReference' | 'Status' | 'Lines' | 'RefundInclVat' | 'CurrencyCode'
  >,
): string {
  const { MerchantReturnReference: reference, Status, RefundInclVat, CurrencyCode } = decided
  const mixed = mixedText(decided)
  const decision = mixed ? `: ${mixed}` : ` is ${Status === 'REJECTED' ? 'rejected' : 'accepted'}`
  const words = `Return ${reference}${decision}.`
  return RefundInclVat > 0
    ? `${words} ${formatMoney(RefundInclVat, CurrencyCode)} is refunded.`
    : words
}

/** Accepts everything that is undecided. */
export function acceptAll({ Lines }: Return): readonly LineDecision[] {
  return Lines.map((line) => ({ accepted: undecidedOf(line) }))
}

/** What is wrong with an amount that was typed. */
export function refundIssue({ CurrencyCode: currency }: Return, { refund = '' }: LineDecision) {
  const typed = refund.trim() === '' ? undefined : parseAmount(refund, { currency })
  return typed && 'issue' in typed ? typed.issue : undefined
}

/** The call: undecided units that are not accepted are rejected. Amounts that are no amounts are left out. */
export function decisionOf(
  { Lines, CurrencyCode: currency }: Return,
  decisions: readonly LineDecision[],
) {
  return {
    Lines: Lines.map((line, index) => {
      const { accepted = 0, refund = '' } = decisions[index] ?? {}
      const typed = parseAmount(refund, { currency })
      return {
        ...(line.MerchantOrderLineReference === null
          ? { ChannelOrderLineReference: line.ChannelOrderLineReference }
          : { MerchantOrderLineReference: line.MerchantOrderLineReference }),
        AcceptedQuantity: line.AcceptedQuantity + accepted,
        RejectedQuantity: line.RejectedQuantity + undecidedOf(line) - accepted,
        ...('amount' in typed && { ManualRefundInclVat: typed.amount }),
      }
    }),
  }
}

/** The amounts of a return, as the hub answers or previews it. */
interface Refunded {
  readonly CurrencyCode: string
  readonly RefundInclVat: number
  readonly Lines: readonly Pick<ReturnLine, 'RefundInclVat' | 'ManualRefundInclVat'>[]
}

/** What is refunded for a line, as a person would type it. */
export function refundText({ CurrencyCode: currency, Lines }: Refunded, index: number): string {
  const line = Lines[index]
  const amount = line?.ManualRefundInclVat ?? line?.RefundInclVat ?? 0
  return formatTyped(Number(amount.toFixed(decimalsOf(currency))), currency)
}

/**
 * What the button says: what is done with the units, and what is refunded.
 *
 * @param refunded undefined while the hub calculates it
 * @example decideLabel(given, acceptAll(given), { CurrencyCode: 'EUR', RefundInclVat: 9, ... }) // 'Accept and refund €9.00'
 */
export function decideLabel(
  { Lines }: Return,
  decisions: readonly LineDecision[],
  refunded: Refunded | undefined,
): string {
  const undecided = Lines.reduce((all, line) => all + undecidedOf(line), 0)
  const accepted = decisions.reduce((all, line) => all + line.accepted, 0)
  const amount = refunded && formatMoney(refunded.RefundInclVat, refunded.CurrencyCode)
  if (accepted === 0) {
    return refunded && refunded.RefundInclVat > 0 ? `Reject and refund ${amount}` : 'Reject'
  }
  const units =
    accepted === undecided ? 'Accept' : `Accept ${accepted}, reject ${undecided - accepted}`
  return `${units} and refund ${amount ?? '…'}`
}
