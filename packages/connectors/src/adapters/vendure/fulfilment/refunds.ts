/** Gives money back to a buyer, once for a mark. */
import { hash } from 'node:crypto'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { type Call, type ErrorResult, problemOf } from '../api.ts'
import { isMarked, withMark } from '../mark.ts'
import type { LineQuantity, Refund, VendureOrder, VendurePayment } from '../orders/order.ts'

const REFUND = `mutation ($input: RefundOrderInput!) {
  refundOrder(input: $input) { ... on Refund { id total state } ... on ErrorResult { errorCode message } }
}`
const NOTE = `mutation ($input: AddNoteToOrderInput!) { addNoteToOrder(input: $input) { id } }`

/** What is refunded, and why. */
export interface RefundToWrite {
  readonly order: VendureOrder
  readonly lines: readonly LineQuantity[]
  /** In units of Vendure. */
  readonly amount: number
  readonly reason: string
  readonly mark: string
  /** A refund that the staff of the shop has made for the same reason. */
  readonly refundId?: string | undefined
}

/** The refunds of an order that did not fail. */
export function refundsOf({ payments }: Pick<VendureOrder, 'payments'>): readonly Refund[] {
  return (payments ?? []).flatMap((payment) => goodRefunds(payment))
}

/** What the buyer has paid and not got back, without what was refunded with this mark. */
export function leftToRefund(order: VendureOrder, mark: string): number {
  const paid = (order.payments ?? [])
    .filter(({ state }) => state === 'Settled' || state === 'Authorized')
    .reduce((sum, { amount }) => sum + amount, 0)
  const others = refundsOf(order).filter(({ reason }) => !isMarked(reason, mark))
  return Math.max(
    0,
    others.reduce((left, { total }) => left - total, paid),
  )
}

const goodRefunds = ({ refunds }: VendurePayment) =>
  refunds.filter(({ state }) => state !== 'Failed')

/**
 * Refunds an amount, from one payment after the other. What was refunded with this mark before counts.
 *
 * @returns the id of a refund; of the last one, if several payments were needed
 */
export async function refund(
  call: Call,
  { order, lines, amount, reason, mark, refundId }: RefundToWrite,
): Promise<Outcome<string>> {
  const earlier = refundsOf(order).filter(
    (one) => one.id === refundId || isMarked(one.reason, mark),
  )
  let left = amount - earlier.reduce((sum, { total }) => sum + total, 0)
  let id = earlier.at(-1)?.id ?? `none-${order.id}`
  for (const payment of order.payments ?? []) {
    const part = Math.min(left, refundable(payment))
    if (part <= 0) continue
    const input = {
      paymentId: payment.id,
      amount: part,
      // Replaced by `amount`, and yet the database wants them.
      ...{ shipping: 0, adjustment: 0 },
      // Vendure takes the units of the first refund as those that are paid back.
      lines: earlier.length === 0 && left === amount ? lines : [],
      reason: withMark(reason, mark),
    }
    const { refundOrder } = await call<{ refundOrder: ErrorResult & { readonly id: string } }>(
      REFUND,
      { input },
    )
    const problem = problemOf(refundOrder)
    if (problem !== undefined) return { problem }
    left -= part
    id = refundOrder.id
  }
  if (left <= 0) return { done: id }
  return {
    problem: {
      code: 'payment_too_small',
      message: `The payments of order ${order.code} in the shop are less than what must be refunded.`,
      remedy: 'Refund the rest in another way, and mark the problem as solved.',
    },
  }
}

function refundable(payment: VendurePayment): number {
  if (payment.state !== 'Settled') return 0
  return payment.amount - goodRefunds(payment).reduce((sum, { total }) => sum + total, 0)
}

/** Writes a note for the staff of the shop, once for a mark. @returns an id of the note, from its mark: one of the shop is not known */
export async function noteOnce(
  call: Call,
  { id, history }: Pick<VendureOrder, 'id' | 'history'>,
  text: string,
  mark: string,
): Promise<string> {
  const isThere = history.items.some(
    ({ type, data }) => type === 'ORDER_NOTE' && isMarked(data.note, mark),
  )
  if (!isThere) await call(NOTE, { input: { id, note: withMark(text, mark), isPublic: false } })
  return `note-${id}-${hash('sha256', mark, 'hex').slice(0, 16)}`
}
