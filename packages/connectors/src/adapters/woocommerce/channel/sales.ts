/** What the merchant has done with an order of the shop: shipped it, cancelled units, or decided about a return. */
import type {
  ChannelCancellationToWrite,
  ChannelRefundToWrite,
  ChannelReturnToWrite,
  ShipmentToWrite,
} from '../../../adapter/channel.ts'
import type { ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import { sumUnits, unitsLeft } from '../../../adapter/units.ts'
import { toMicros } from '../api/amounts.ts'
import { problemOf, type WooCalls } from '../api/calls.ts'
import { META, type WooOrder, type WooRefund } from '../api/wire.ts'
import { orderOf, refundsOf } from '../shared/reads.ts'
import {
  amountText,
  hasMark,
  isOfHub,
  isReturn,
  reasonWith,
  refundLines,
  restOf,
  restOfTotal,
  unitsOf,
} from '../shared/refunds.ts'
import { noteOf, type SentShipment, sentShipments, trackingItems } from './map-shipments.ts'

export interface SaleSettings {
  /** Whether the payment provider of the shop gives money back. */
  readonly refundPayment: boolean
  /** Whether the shop mails the note about a shipment to the buyer. */
  readonly notifyBuyer: boolean
}

export async function writeShipment(
  calls: WooCalls,
  { shopOrderId, shipment, units, mark }: ShipmentToWrite,
  settings: SaleSettings,
): Promise<Outcome<string>> {
  const read = await orderOf(calls, shopOrderId)
  if ('problem' in read) return read
  const order = read.done
  const before = sentShipments(order)
  const isSent = before.some((one) => one.mark === mark)
  const tracking = trackingItems(order, shipment)
  const done = { done: `${order.id}-${shipment.Id}` }
  if (!isSent || tracking !== undefined) {
    const sent: SentShipment[] = isSent ? before : [...before, { mark, units }]
    const isComplete = !isSent && (await isAllSent(calls, order, sent))
    const reply = await calls.ask('PUT', `/orders/${order.id}`, {
      body: {
        meta_data: [{ key: META.shipments, value: sent }, ...(tracking ?? [])],
        ...(isComplete && { status: 'completed' }),
      },
    })
    if ('refusal' in reply) return refused(reply.refusal, order, 'the shipment')
  }
  const note = noteOf(shipment)
  if (isSent && (await hasNote(calls, order, note))) return done
  await calls.ask('POST', `/orders/${order.id}/notes`, {
    body: { note, customer_note: settings.notifyBuyer },
  })
  return done
}

async function isAllSent(
  calls: WooCalls,
  order: WooOrder,
  sent: readonly SentShipment[],
): Promise<boolean> {
  const refunded = (await refundsOf(calls, order)).flatMap(unitsOf)
  const shipped: ShopUnits[] = sent.flatMap(({ units }) => units)
  return restOf(order, [...refunded, ...shipped]).length === 0
}

/**
 * The shop adds paragraphs and entities to notes, so only their letters and digits are compared. It answers all notes at once: this list
 * has no pages.
 */
async function hasNote(calls: WooCalls, order: WooOrder, note: string): Promise<boolean> {
  const { records } = await calls.list<{ readonly note: string }>(`/orders/${order.id}/notes`)
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  return records.some((one) => bare(one.note) === bare(note))
}

export async function writeCancellation(
  calls: WooCalls,
  { shopOrderId, cancellation, units, mark }: ChannelCancellationToWrite,
  settings: SaleSettings,
): Promise<Outcome<string>> {
  const words = cancellation.Reason ?? 'Cancelled by the merchant'
  return await refund(calls, { shopOrderId, units, mark, words, isCancellation: true }, settings)
}

export async function writeReturn(
  calls: WooCalls,
  { shopOrderId, decided, units, refundInclVat, mark }: ChannelReturnToWrite,
  settings: SaleSettings,
): Promise<Outcome<string>> {
  const words = decided.MerchantComment ?? 'Returned'
  // The shop has announced the return by its refund: the buyer has the money.
  const own = decided.ChannelReturnReference ?? ''
  if (own.startsWith('refund-')) return { done: own }
  if (decided.Status === 'REJECTED' || toMicros(refundInclVat) === 0) {
    const read = await orderOf(calls, shopOrderId)
    if ('problem' in read) return read
    const note = reasonWith(mark, `Return without refund: ${words}`)
    if (!(await hasNote(calls, read.done, note))) {
      await calls.ask('POST', `/orders/${shopOrderId}/notes`, { body: { note } })
    }
    return { done: `note-${shopOrderId}-${decided.Id}` }
  }
  const amount = toMicros(refundInclVat)
  return await refund(calls, { shopOrderId, units, mark, words, amount }, settings)
}

export async function writeRefund(
  calls: WooCalls,
  { shopOrderId, refund: given, mark, taken }: ChannelRefundToWrite,
  settings: SaleSettings,
): Promise<Outcome<string>> {
  const amount = toMicros(given.RefundInclVat)
  const words = given.Reason.slice(0, MAX_WORDS)
  const wanted = { shopOrderId, units: [], mark, words, amount, since: given.CreatedAt, taken }
  return await refund(calls, wanted, settings)
}

/** The hub takes long reasons. */
const MAX_WORDS = 500

interface RefundToMake {
  readonly shopOrderId: string
  readonly units: readonly ShopUnits[]
  readonly mark: string
  readonly words: string
  /** In millionths; what was paid for the units when left out. */
  readonly amount?: number
  readonly isCancellation?: boolean
  /** A refund of this amount that people of the shop have made since, such as after a refusal, is taken for it. */
  readonly since?: string
  /** Ids of refunds that belong to other records of the hub. */
  readonly taken?: ReadonlySet<string>
}

async function refund(
  calls: WooCalls,
  wanted: RefundToMake,
  settings: SaleSettings,
): Promise<Outcome<string>> {
  const read = await orderOf(calls, wanted.shopOrderId)
  if ('problem' in read) return read
  const order = read.done
  const refunds = await refundsOf(calls, order)
  const before = refunds.flatMap(unitsOf)
  const done =
    refunds.find((one) => hasMark(one, wanted.mark)) ??
    refunds.find((one) => isByPeople(one, wanted))
  if (done !== undefined) {
    if (wanted.isCancellation) await completeRest(calls, order, before)
    return { done: idOf(done) }
  }
  const units = wanted.isCancellation ? unitsToCancel(order, refunds, wanted.units) : wanted.units
  if (wanted.isCancellation && units.length === 0) {
    await completeRest(calls, order, before)
    return { done: `none-${wanted.mark}` }
  }
  const lines = refundLines(order, sumUnits(before), units)
  if ('problem' in lines) return lines
  const amount = amountOf(order, refunds, { ...wanted, units }, lines.grossMicros)
  // Lines whose amounts do not add up to the refund would show other amounts than the buyer gets.
  const isExact = amount === lines.grossMicros
  const items = lines.lines.map(({ id, quantity, refund_total, refund_tax }) =>
    isExact ? { id, quantity, refund_total, refund_tax } : { id, quantity, refund_total: 0 },
  )
  const reply = await calls.ask<WooRefund>('POST', `/orders/${order.id}/refunds`, {
    body: {
      amount: amountText(amount),
      reason: reasonWith(wanted.mark, wanted.words),
      api_refund: settings.refundPayment,
      // The stock of the shop is what the hub offers, and is written with the offers.
      api_restock: false,
      line_items: items,
    },
  })
  if ('refusal' in reply) return refused(reply.refusal, order, 'the refund')
  if (wanted.isCancellation) await completeRest(calls, order, [...before, ...units])
  return { done: idOf(reply.body) }
}

const idOf = ({ id }: Pick<WooRefund, 'id'>) => `refund-${id}`

/**
 * Units that people have refunded in the shop, too, are not cancelled again: shipped ones would be cancelled instead. Without them the hub knows
 * best what is shipped: a shipment that the merchant has taken back stays in the order.
 */
function unitsToCancel(
  order: WooOrder,
  refunds: readonly WooRefund[],
  units: readonly ShopUnits[],
): readonly ShopUnits[] {
  const left = unitsLeft(units, sumUnits(restOf(order, refunds.flatMap(unitsOf))))
  if (refunds.every((one) => isOfHub(one) || unitsOf(one).length === 0)) return left
  const shipped = sentShipments(order).flatMap((one) => one.units)
  // Returned units were shipped.
  const cancelled = refunds.filter((one) => !isReturn(one)).flatMap(unitsOf)
  return unitsLeft(left, sumUnits(restOf(order, [...cancelled, ...shipped])))
}

function isByPeople(refund: WooRefund, { since, amount, taken }: RefundToMake): boolean {
  if (since === undefined || isOfHub(refund) || unitsOf(refund).length > 0) return false
  if (taken?.has(idOf(refund))) return false
  // Dates of the shop are whole seconds.
  const isLater = Date.parse(`${refund.date_created_gmt}Z`) + 1_000 > Date.parse(since)
  return isLater && toMicros(refund.amount) === amount
}

/** A cancellation of all units gives the shipping costs back, too. The buyer never gets more than was paid, whatever was given back before. */
function amountOf(
  order: WooOrder,
  refunds: readonly WooRefund[],
  { units, amount, isCancellation }: RefundToMake,
  paid: number,
): number {
  if (amount !== undefined) return amount
  const gone = [...refunds.flatMap(unitsOf), ...units]
  const isAll = restOf(order, gone).length === 0 && sentShipments(order).length === 0
  const rest = restOfTotal(order, refunds)
  return isCancellation && isAll ? rest : Math.max(0, Math.min(paid, rest))
}

/** After the last units are cancelled, an order of which the others are shipped is complete. */
async function completeRest(
  calls: WooCalls,
  order: WooOrder,
  gone: readonly ShopUnits[],
): Promise<void> {
  const shipped = sentShipments(order).flatMap(({ units }) => units)
  if (shipped.length === 0 || order.status === 'completed') return
  if (restOf(order, [...gone, ...shipped]).length > 0) return
  await calls.ask('PUT', `/orders/${order.id}`, { body: { status: 'completed' } })
}

function refused(refusal: Parameters<typeof problemOf>[0], order: WooOrder, what: string) {
  const isGateway = /gateway/i.test(refusal.message)
  return problemOf(refusal, {
    code: isGateway ? 'payment_not_refunded' : 'sale_refused',
    message: `The shop does not take ${what} of order ${order.number}.`,
    remedy: isGateway
      ? 'Turn off "Refund payments" in the connection and give the money back by hand, or use a payment provider that can.'
      : 'Enter it in the shop by hand.',
  })
}
