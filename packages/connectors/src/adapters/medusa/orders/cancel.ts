import type { CancellationToWrite } from '../../../adapter/merchant.ts'
import { NOT_IN_SHOP, type Outcome, type RecordProblem } from '../../../adapter/outcomes.ts'
import { unitsLeft } from '../../../adapter/units.ts'
import { type MedusaApi, Refused } from '../api.ts'
import { amountOf } from '../decimal.ts'
import { orNothing } from '../terms.ts'
import type { Order, OrderChange } from '../types.ts'
import { isEverything } from './map-history.ts'
import { CANCELLED_BY, LEFT_OUT } from './map-order.ts'
import { paidCents, refundOf } from './map-returns.ts'
import { HISTORY_FIELDS, readOrderChanges } from './read-orders.ts'

/**
 * Cancels units of an order of the shop: all that is left by cancelling the order, some of it by an edit of the order with the mark as its
 * note. A second call finds the mark, and completes what the first one has left.
 */
export async function writeCancellation(
  api: MedusaApi,
  input: CancellationToWrite,
): Promise<Outcome<string>> {
  const order = await readOrder(api, input.shopOrderId)
  if (!order) return { problem: missing(input) }
  const { metadata, status, id } = order
  // The order was created without these units.
  const isBefore = String(metadata?.[LEFT_OUT] ?? '')
    .split(' ')
    .includes(input.mark)
  if (isBefore) return { done: `${id}:before:${input.cancellation.Id}` }
  if (status === 'canceled') {
    const isOwn = metadata?.[CANCELLED_BY] === input.mark
    return { done: `${id}:${isOwn ? 'canceled' : input.cancellation.Id}` }
  }
  // Without the units that people have taken off the order in Medusa, too: it fails for an item that it has removed.
  const open = new Map(order.items?.map((item) => [item.id, item.quantity]))
  const left = { ...input, units: unitsLeft(input.units, open) }
  try {
    return isEverything(order, left.units) && !(await findEdit(api, left))
      ? await cancelOrder(api, order, left)
      : await editOrder(api, order, left)
  } catch (error) {
    if (error instanceof Refused) return { problem: refusal(error) }
    throw error
  }
}

async function readOrder(api: MedusaApi, id: string): Promise<Order | undefined> {
  const answer = await orNothing(
    api.get<{ readonly order: Order }>(`/admin/orders/${id}`, { fields: HISTORY_FIELDS }),
  )
  return answer?.order
}

/** The mark goes first, so that the cancelled order is not read as a decision of the shop. Medusa pays back what was paid. */
async function cancelOrder(
  api: MedusaApi,
  { id, metadata }: Order,
  { mark }: CancellationToWrite,
): Promise<Outcome<string>> {
  await api.post(`/admin/orders/${id}`, { metadata: { ...metadata, [CANCELLED_BY]: mark } })
  await api.post(`/admin/orders/${id}/cancel`)
  return { done: `${id}:canceled` }
}

async function findEdit(
  api: MedusaApi,
  { shopOrderId, mark }: CancellationToWrite,
): Promise<OrderChange | undefined> {
  const changes = await readOrderChanges(api, shopOrderId)
  return changes.find((change) => isNoteOf(mark, change) && change.status === 'confirmed')
}

/** The note of an edit has the mark, and the refund in cents: after the edit, Medusa no longer knows an item that it has removed. */
const noteOf = (mark: string, cents: bigint) => `${mark} ${cents}`
const isNoteOf = (mark: string, { internal_note }: OrderChange) =>
  internal_note?.startsWith(`${mark} `) ?? false

async function editOrder(
  api: MedusaApi,
  order: Order,
  input: CancellationToWrite,
): Promise<Outcome<string>> {
  const changes = await readOrderChanges(api, order.id)
  const open = changes.find(({ status }) => status === 'pending' || status === 'requested')
  if (open && !isNoteOf(input.mark, open)) return { problem: beingEdited(order) }
  const found = await findEdit(api, input)
  if (!found) {
    if (open) await api.delete(`/admin/order-edits/${order.id}`)
    if (input.units.length === 0) return { done: `${order.id}:${input.cancellation.Id}` }
    await edit(api, order, input)
  }
  const made = found ?? (await findEdit(api, input))
  if (!made) throw new Error(`Medusa has confirmed an edit of ${order.id}, and does not list it.`)
  await refund(api, input, made)
  return { done: made.id }
}

async function edit(
  api: MedusaApi,
  order: Order,
  { mark, units, cancellation }: CancellationToWrite,
): Promise<void> {
  const path = `/admin/order-edits/${order.id}`
  await api.post('/admin/order-edits', {
    order_id: order.id,
    internal_note: noteOf(mark, refundOf(order, units)),
    ...(cancellation.Reason && { description: cancellation.Reason }),
  })
  for (const { shopLineId, quantity } of units) {
    const item = order.items?.find(({ id }) => id === shopLineId)
    const left = Math.max(0, (item?.quantity ?? 0) - quantity)
    await api.post(`${path}/items/item/${shopLineId}`, { quantity: left })
  }
  await api.post(`${path}/request`)
  await api.post(`${path}/confirm`)
}

/** Records that the buyer gets the price back, from the channel. Its note is the mark, so that it is written once and read never. */
async function refund(
  api: MedusaApi,
  { mark, shopOrderId }: CancellationToWrite,
  { internal_note }: OrderChange,
): Promise<void> {
  const order = await readOrder(api, shopOrderId)
  const payments = (order?.payment_collections ?? []).flatMap(({ payments = [] }) => payments)
  const isMade = payments.some(({ refunds }) => refunds?.some(({ note }) => note === mark))
  const payment = payments.find(({ captured_at }) => captured_at)
  if (!order || !payment || isMade) return
  const due = BigInt(internal_note?.slice(mark.length + 1) ?? 0)
  const paid = paidCents(order)
  const cents = due < paid ? due : paid
  if (cents <= 0n) return
  const body = { amount: amountOf(cents), note: mark }
  await api.post(`/admin/payments/${payment.id}/refund`, body)
}

function missing({ shopOrderId }: CancellationToWrite): RecordProblem {
  return {
    code: NOT_IN_SHOP,
    message: `Medusa has no order ${shopOrderId} any more.`,
    remedy: 'Nothing is left to cancel in the shop: dismiss the problem.',
  }
}

function beingEdited({ display_id }: Order): RecordProblem {
  return {
    code: 'order_being_edited',
    message: `Somebody edits order ${display_id} in Medusa, so its units cannot be cancelled.`,
    remedy: 'Confirm or discard the edit in Medusa, and retry.',
  }
}

function refusal({ message }: Refused): RecordProblem {
  return {
    code: 'cancellation_refused',
    message: 'Medusa refuses to cancel the units.',
    remedy: 'If they are packed there, cancel the fulfilment in Medusa, and retry.',
    ...(message !== '' && { shopMessage: message }),
  }
}
