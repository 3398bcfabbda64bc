/** Plans a refund without a return, such as a price reduction. Pure. */
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../../kit/shared/errors.ts'
import { type Decimal, decimal, minorUnits, round } from '../../../kit/shared/money.ts'
import { addUp, spread, vatWithin } from '../../record/amounts/amounts.ts'
import type { LineState } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { createFinder } from '../records/find-line.ts'
import { least } from '../rules/line-refunds.ts'
import type { RefundedGoods } from '../rules/payments.ts'
import { leftOfLine, leftOfOrder } from '../rules/payments.ts'
import type { RefundRequest } from './schema.ts'

/** A line that a refund counts against, as it is stored and answered. */
export interface RefundedLine {
  readonly MerchantOrderLineReference: string | null
  readonly ChannelOrderLineReference: string
  readonly RefundInclVat: number
}

/** The effect of a refund: the order and the changed lines afterwards, and the values to store. */
export interface RefundPlan {
  readonly order: OrderState
  readonly lines: readonly LineState[]
  readonly stored: {
    readonly refundInclVat: number
    readonly refundExclVat: number
    readonly refundShippingInclVat: number
    readonly lines: readonly RefundedLine[]
  }
}

interface Part {
  readonly line: LineState
  readonly amount: Decimal
}

/**
 * Plans a refund. It is at most what was paid for the order and is not refunded by returns and other refunds. It counts against the named lines, and
 * with the rest against the shipping costs; without names, against all lines in proportion to what is left of them, and then the shipping
 * costs. A return refunds at most what is left of its lines.
 *
 * Refusals: `MARKET_INVALID_INPUT` an amount that cannot be paid in the currency, or lines that add up to more than the refund; `MARKET_NOT_FOUND` an
 * unknown line; `MARKET_REFUND_EXCEEDED` more than is left.
 *
 * @param lines all lines of the order
 * @param refunded what returns and refunds of the order refund for its lines
 */
export function planRefund(
  request: Pick<RefundRequest, 'RefundInclVat' | 'Lines'>,
  order: OrderState,
  lines: readonly LineState[],
  refunded: RefundedGoods,
): RefundPlan | Refusal {
  const places = minorUnits(order.currencyCode)
  const issues = amountIssues(request, order.currencyCode, places)
  if (issues.length > 0) return refuseIssues(issues)
  const amount = decimal(request.RefundInclVat)
  const left = leftOfOrder(order, refunded)
  const all = decimal(left.goods).plus(left.shipping)
  if (amount.gt(all)) return exceeded('/RefundInclVat', amount, all)
  const leftGoods = decimal(left.goods)
  const most = least(amount, leftGoods)
  const parts = request.Lines ? nameParts(request.Lines, lines, places) : spreadOver(most, lines)
  if (isRefusal(parts)) return parts
  // Lines are exact: those that the amount is spread over can add up to less than what is left of them, which is rounded.
  const goods = request.Lines ? addUp(parts.map((part) => part.amount)) : most
  if (goods.gt(leftGoods)) return exceeded('/Lines', goods, leftGoods)
  const shipping = amount.minus(goods)
  if (shipping.lt(0)) {
    return refuseIssues([{ path: '/Lines', message: `add up to ${goods}, more than the refund` }])
  }
  if (shipping.gt(left.shipping)) {
    return exceeded('/RefundInclVat', amount, goods.plus(left.shipping))
  }
  return settle(order, parts, amount, shipping, places)
}

function settle(
  order: OrderState,
  parts: readonly Part[],
  amount: Decimal,
  shipping: Decimal,
  places: number,
): RefundPlan {
  const vat = parts.reduce(
    (sum, part) => sum.plus(vatWithin(part.amount, part.line.vatRate ?? 0)),
    vatWithin(shipping, order.shippingVatRate ?? 0),
  )
  const rounded = round(vat, places)
  return {
    order: {
      ...order,
      refundedShipping: shipping.plus(order.refundedShipping).toNumber(),
      refundedApart: amount.plus(order.refundedApart).toNumber(),
    },
    lines: parts.map(({ line, amount: part }) => ({
      ...line,
      // What is rounded up is not of the line: its exact price is never exceeded.
      refundedApart: decimal(line.refundedApart)
        .plus(least(part, decimal(leftOfLine(line))))
        .toNumber(),
    })),
    stored: {
      refundInclVat: amount.toNumber(),
      refundExclVat: (rounded.gt(amount) ? decimal(0) : amount.minus(rounded)).toNumber(),
      refundShippingInclVat: shipping.toNumber(),
      lines: parts.map(({ line, amount: part }) => ({
        MerchantOrderLineReference: line.merchantReference,
        ChannelOrderLineReference: line.channelReference,
        RefundInclVat: part.toNumber(),
      })),
    },
  }
}

/** Amounts that can be paid in the currency: above 0, with its decimals. */
function amountIssues(
  { RefundInclVat, Lines }: Pick<RefundRequest, 'RefundInclVat' | 'Lines'>,
  currencyCode: string,
  places: number,
): readonly Issue[] {
  const amounts = [
    ['/RefundInclVat', RefundInclVat] as const,
    ...(Lines ?? []).map(
      (line, index) => [`/Lines/${index}/RefundInclVat`, line.RefundInclVat] as const,
    ),
  ]
  return amounts.flatMap(([path, amount]) => {
    if (amount === 0) return [{ path, message: 'must be more than 0' }]
    if (round(decimal(amount), places).eq(amount)) return []
    return [
      { path, message: `must have at most ${places} decimals, as payments in ${currencyCode}` },
    ]
  })
}

/** The named lines with their amounts. */
function nameParts(
  named: NonNullable<RefundRequest['Lines']>,
  lines: readonly LineState[],
  places: number,
): readonly Part[] | Refusal {
  const find = createFinder(lines)
  const parts = new Map<number, Part>()
  const unknown: Issue[] = []
  const repeated: Issue[] = []
  const excesses: Issue[] = []
  for (const [index, name] of named.entries()) {
    const path = `/Lines/${index}`
    const line = find(name)
    const amount = decimal(name.RefundInclVat)
    if (line === undefined) unknown.push({ path, message: 'is not a line of this order' })
    else if (parts.has(line.lineId)) repeated.push({ path, message: 'is named more than once' })
    else {
      const left = mostOfLine(line, places)
      if (amount.gt(left)) {
        excesses.push({ path: `${path}/RefundInclVat`, message: tooMuch(amount, left) })
      }
      parts.set(line.lineId, { line, amount })
    }
  }
  if (unknown.length > 0) {
    return refuse('MARKET_NOT_FOUND', 'The order does not have all of these lines.', unknown)
  }
  if (repeated.length > 0) return refuseIssues(repeated)
  return excesses.length > 0 ? refuseExcess(excesses) : [...parts.values()]
}

/** The most that is refunded of a line: what is left of it, or that in the decimals of the currency if it is more. */
function mostOfLine(line: LineState, places: number): Decimal {
  const exact = decimal(leftOfLine(line))
  const rounded = round(exact, places)
  return rounded.gt(exact) ? rounded : exact
}

/** Spreads an amount over lines, in proportion to what is left of them. */
function spreadOver(goods: Decimal, lines: readonly LineState[]): readonly Part[] {
  const parts = spread(
    goods,
    lines.map((line) => decimal(leftOfLine(line))),
  )
  return lines
    .map((line, index) => ({ line, amount: parts[index] as Decimal }))
    .filter(({ amount }) => amount.gt(0))
}

function tooMuch(amount: Decimal, left: Decimal): string {
  return `is ${amount}, but must be at most ${left}, which was paid and is not refunded yet`
}

function exceeded(path: string, amount: Decimal, left: Decimal): Refusal {
  return refuseExcess([{ path, message: tooMuch(amount, left) }])
}

function refuseExcess(errors: readonly Issue[]): Refusal {
  const detail = 'The refund exceeds what was paid and is not refunded yet. Nothing was stored.'
  return refuse('MARKET_REFUND_EXCEEDED', detail, errors)
}
