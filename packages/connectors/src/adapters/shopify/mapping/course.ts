import type {
  ShopFulfilments,
  ShopReturn,
  ShopShipment,
  ShopUnits,
} from '../../../adapter/merchant.ts'
import { joinUnits } from '../../../adapter/units.ts'
import { numberOf } from './ids.ts'
import { fromCents, type MoneySet, paidCents } from './money.ts'

export interface List<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** What has become of an order. */
export interface OrderCourse {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  readonly cancelledAt: string | null
  readonly cancelReason: string | null
  readonly presentmentCurrencyCode: string
  readonly lineItems: List<CourseLine>
  readonly fulfillments: readonly Fulfillment[]
  readonly refunds: readonly Refund[]
  readonly mark: { readonly value: string } | null
}

export interface CourseLine {
  readonly id: string
  readonly sku: string | null
  readonly title: string
  readonly quantity: number
  readonly currentQuantity: number
  readonly unfulfilledQuantity: number
}

export interface Fulfillment {
  readonly id: string
  readonly status: string
  readonly trackingInfo: readonly {
    readonly company: string | null
    readonly number: string | null
    readonly url: string | null
  }[]
  readonly fulfillmentLineItems: List<{
    readonly quantity: number
    readonly lineItem: { readonly id: string }
  }>
}

export interface Refund {
  readonly id: string
  readonly note: string | null
  readonly createdAt: string
  readonly totalRefundedSet: MoneySet
  readonly refundLineItems: List<RefundLine>
}

export interface RefundLine {
  readonly quantity: number
  readonly restockType: 'CANCEL' | 'RETURN' | 'NO_RESTOCK' | 'LEGACY_RESTOCK' | (string & {})
  readonly restocked: boolean
  readonly lineItem: { readonly id: string }
  readonly subtotalSet: MoneySet
  readonly totalTaxSet: MoneySet
}

type Cancellation = ShopFulfilments['cancellations'][number]

/** The shipments and cancellations of an order. */
export function mapFulfilments(order: OrderCourse): ShopFulfilments {
  return {
    shopOrderId: order.id,
    shipments: order.fulfillments.flatMap(mapShipment),
    cancellations: cancellationsOf(order),
  }
}

/** Fulfilments that Shopify could not make (ERROR, FAILURE) are none. A cancelled one is void: its units are open again. */
function mapShipment(fulfillment: Fulfillment): ShopShipment[] {
  if (fulfillment.status === 'ERROR' || fulfillment.status === 'FAILURE') return []
  const [tracking] = fulfillment.trackingInfo
  return [
    {
      shopId: fulfillment.id,
      units: fulfillment.fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
        shopLineId: numberOf(lineItem.id),
        quantity,
      })),
      ...(tracking?.company ? { carrier: tracking.company } : {}),
      ...(tracking?.number ? { trackingNumber: tracking.number } : {}),
      ...(tracking?.url ? { trackingUrl: tracking.url } : {}),
      ...(fulfillment.status === 'CANCELLED' ? { isVoided: true } : {}),
    },
  ]
}

/**
 * Units that will never be shipped, by refund. Refunds without restocking may be of units that were shipped or that were not: they are taken as
 * cancelled as far as units of the line are neither shipped nor open. Units that an edit of the order has
 * removed without a refund get one record each, whose id stays the same whatever is removed later.
 */
export function cancellationsOf(order: OrderCourse): Cancellation[] {
  const left = unitsLeft(order)
  const refunds = refundsOf(order).flatMap((refund): Cancellation[] => {
    const units = splitRefund(refund, left).cancelled.map(({ line, quantity }) =>
      unitsOf(line, quantity),
    )
    return units.length
      ? [{ shopId: refund.id, units: joinUnits(units), ...reasonOf(refund, order) }]
      : []
  })
  const removed = [...left.cancelled].flatMap(([line, quantity]) =>
    Array.from({ length: quantity }, (_, index) => ({
      shopId: `${order.id}/removed/${numberOf(line)}/${index + 1}`,
      units: [{ shopLineId: numberOf(line), quantity: 1 }],
      ...(order.cancelReason ? { reason: order.cancelReason } : {}),
    })),
  )
  return [...refunds, ...removed]
}

/** Refunds of shipped units, and those of amounts. */
export function mapReturns(order: OrderCourse): ShopReturn[] {
  const left = unitsLeft(order)
  return refundsOf(order).flatMap((refund): ShopReturn[] => {
    const { cancelled, returned } = splitRefund(refund, left)
    const units = returned.map(({ line, quantity }) => unitsOf(line, quantity))
    const paid = paidCents(refund.totalRefundedSet)
    const isOfAmount = cancelled.length === 0 && units.length === 0 && paid > 0
    if (units.length === 0 && !isOfAmount) return []
    const refunded = cancelled.length === 0 ? paid : Math.min(paid, worthOf(returned))
    return [
      {
        shopId: refund.id,
        shopOrderId: order.id,
        units: joinUnits(units),
        ...(refunded > 0 ? { refundInclVat: fromCents(refunded) } : {}),
        ...(wordsOf(refund.note) ? { reason: wordsOf(refund.note) } : {}),
        ...(units.length ? { restocked: returned.every(({ line }) => line.restocked) } : {}),
      },
    ]
  })
}

/** Oldest first, so that each read allots the same units to the same refund. */
function refundsOf(order: OrderCourse): Refund[] {
  return order.refunds.toSorted(
    (one, other) =>
      Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1),
  )
}

/** Units of each line, from which refunds are allotted. */
interface Left {
  readonly shipped: Map<string, number>
  /** Neither shipped nor still to be shipped. */
  readonly cancelled: Map<string, number>
}

function unitsLeft(order: OrderCourse): Left {
  const shipped = new Map<string, number>()
  for (const { status, fulfillmentLineItems } of order.fulfillments) {
    if (status === 'CANCELLED' || status === 'ERROR' || status === 'FAILURE') continue
    for (const { lineItem, quantity } of fulfillmentLineItems.nodes) {
      shipped.set(lineItem.id, (shipped.get(lineItem.id) ?? 0) + quantity)
    }
  }
  const cancelled = new Map<string, number>()
  for (const { id, quantity, unfulfilledQuantity } of order.lineItems.nodes) {
    const gone = quantity - (shipped.get(id) ?? 0) - unfulfilledQuantity
    if (gone > 0) cancelled.set(id, gone)
  }
  return { shipped, cancelled }
}

interface SplitUnits {
  readonly line: RefundLine
  readonly quantity: number
}

/** Which units of a refund were cancelled and which came back. It takes them from those that are left. */
function splitRefund(refund: Refund, left: Left) {
  const cancelled: SplitUnits[] = []
  const returned: SplitUnits[] = []
  for (const line of refund.refundLineItems.nodes) {
    const open = cancelledOf(line, left.cancelled)
    if (open > 0) {
      take(left.cancelled, line.lineItem.id, open)
      cancelled.push({ line, quantity: open })
    }
    // The rest are units that were shipped, or a payment for units that are still to be shipped.
    const back = Math.min(line.quantity - open, left.shipped.get(line.lineItem.id) ?? 0)
    if (back > 0) {
      take(left.shipped, line.lineItem.id, back)
      returned.push({ line, quantity: back })
    }
  }
  return { cancelled, returned }
}

function cancelledOf(
  { restockType, quantity, lineItem }: RefundLine,
  left: ReadonlyMap<string, number>,
): number {
  if (restockType === 'CANCEL') return quantity
  if (restockType === 'NO_RESTOCK') return Math.min(quantity, left.get(lineItem.id) ?? 0)
  return 0
}

function take(left: Map<string, number>, id: string, quantity: number): void {
  const rest = (left.get(id) ?? 0) - quantity
  if (rest > 0) left.set(id, rest)
  else left.delete(id)
}

/** What units of a refund have cost with tax, in cents. */
function worthOf(units: readonly SplitUnits[]): number {
  return units.reduce((sum, { line, quantity }) => {
    const whole = paidCents(line.subtotalSet) + paidCents(line.totalTaxSet)
    return sum + Math.round((whole * quantity) / line.quantity)
  }, 0)
}

function reasonOf(refund: Refund, order: OrderCourse) {
  const reason = wordsOf(refund.note) || order.cancelReason
  return reason ? { reason } : {}
}

/** Refunds that the hub has written end with a mark. */
export const MARK = /\n?entrepot:\S+$/

function wordsOf(note: string | null): string {
  return note?.replace(MARK, '') ?? ''
}

/** Cancellations of people in the shop. Those that the hub has written are no news for it. */
export function ownCancellationsOf(order: OrderCourse): Cancellation[] {
  const written = order.refunds.filter(({ note }) => MARK.test(note ?? '')).map(({ id }) => id)
  return cancellationsOf(order).filter(({ shopId }) => !written.includes(shopId))
}

function unitsOf(line: RefundLine, quantity: number): ShopUnits {
  return { shopLineId: numberOf(line.lineItem.id), quantity }
}
