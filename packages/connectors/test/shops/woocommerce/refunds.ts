/** Refunds of the stand-in. */
import { type Answer, type Call, invalidParameter, noRoute, page, Refusal } from './answers.ts'
import { round, taxesOf, totalsOf } from './order-amounts.ts'
import { refundShape } from './order-shapes.ts'
import type { Json, ShopState, StoredOrder, StoredRefund } from './state.ts'
import { moveStock } from './stock.ts'

export function refunds(state: ShopState, call: Call, order: StoredOrder, id?: string): Answer {
  if (id !== undefined) {
    const found = order.refunds.findIndex((one) => one.id === Number(id))
    const refund = order.refunds[found]
    if (refund === undefined) throw noRoute()
    if (call.method === 'DELETE') order.refunds.splice(found, 1)
    return { status: 200, body: refundShape(state, refund) }
  }
  if (call.method === 'GET') {
    return page(
      call,
      [...order.refunds].reverse().map((one) => refundShape(state, one)),
    )
  }
  if (call.method !== 'POST') throw noRoute()
  return { status: 201, body: refundShape(state, create(state, order, call.body)) }
}

function restOf(state: ShopState, order: StoredOrder): number {
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0)
  return round(totalsOf(taxesOf(state, order)).total - refunded)
}

const refused = (message: string) =>
  new Refusal(500, 'woocommerce_rest_cannot_create_order_refund', message, 500)

/** More pieces than were ordered are taken, and so is an amount of 0. */
function create(state: ShopState, order: StoredOrder, body: Json): StoredRefund {
  if (body.amount !== undefined && typeof body.amount !== 'string') {
    throw invalidParameter('amount', 'amount is not of type string.', 'rest_invalid_type')
  }
  const sent = (body.line_items ?? []) as Json[]
  const lines = sent.flatMap((one) => {
    const of = order.lines.find(({ id }) => id === one.id)
    if (of === undefined) return []
    const taxes = ((one.refund_tax ?? []) as Json[]).map((tax) => ({
      id: Number(tax.id),
      total: Number(tax.refund_total),
    }))
    return [
      {
        id: state.nextId(),
        of,
        quantity: Number(one.quantity ?? 0),
        total: Number(one.refund_total ?? 0),
        taxes,
      },
    ]
  })
  const ofLines = lines.reduce(
    (sum, line) => sum + line.total + line.taxes.reduce((all, { total }) => all + total, 0),
    0,
  )
  const amount = body.amount === undefined ? round(ofLines) : Number(body.amount)
  const rest = restOf(state, order)
  if (amount > rest) throw refused('Invalid refund amount.')
  if (body.api_refund !== false) throw refused('The payment gateway for this order does not exist.')
  // Pieces go back into stock unless the call says otherwise.
  if (body.api_restock !== false) {
    for (const line of lines) if (line.quantity > 0) moveStock(state, line.of, -line.quantity)
  }
  const isFull = amount === rest
  const refund = {
    id: state.nextId(),
    amount,
    reason: String(body.reason ?? ''),
    created: state.now(),
    isFull,
    lines,
  }
  order.refunds.push(refund)
  order.modified = state.now()
  if (isFull) order.status = 'refunded'
  return refund
}

/** The status "refunded" refunds the rest by itself, without lines. */
export function refundWhole(state: ShopState, order: StoredOrder): void {
  const amount = restOf(state, order)
  if (amount <= 0) return
  const reason = 'Order fully refunded.'
  order.refunds.push({
    id: state.nextId(),
    amount,
    reason,
    created: state.now(),
    isFull: true,
    lines: [],
  })
}
