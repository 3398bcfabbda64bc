/**
 * What the shop has done with an order. WooCommerce has no shipments: an order is completed, and tracking numbers are meta data of plugins.
 * Its own feature "fulfillments", if it is on, has shipments with units.
 */
import type {
  ShopFulfilments,
  ShopReturn,
  ShopShipment,
  ShopUnits,
} from '../../../adapter/merchant.ts'
import { toMicros, toNumber } from '../api/amounts.ts'
import { META, metaOf, type WooFulfilment, type WooOrder, type WooRefund } from '../api/wire.ts'
import { isAfterCompletion, isOfHub, restOf, unitsOf } from './refunds.ts'

export interface OrderState {
  readonly order: WooOrder
  readonly refunds: readonly WooRefund[]
  readonly fulfilments: readonly WooFulfilment[]
}

export function toFulfilments(state: OrderState): ShopFulfilments {
  return {
    shopOrderId: String(state.order.id),
    shipments: shipmentsOf(state),
    cancellations: cancellationsOf(state),
  }
}

type Cancellation = ShopFulfilments['cancellations'][number]

/** Units that will not be shipped: refunded before the order was completed, or left when it was cancelled. */
export function cancellationsOf({ order, refunds }: OrderState): Cancellation[] {
  const before = refunds.filter((refund) => !isAfterCompletion(order, refund))
  const found: Cancellation[] = before
    .filter((refund) => !isOfHub(refund) && unitsOf(refund).length > 0)
    .map((refund) => ({
      shopId: `refund-${refund.id}`,
      units: unitsOf(refund),
      ...(refund.reason !== '' && { reason: refund.reason }),
    }))
  const isOver = order.status === 'cancelled' || order.status === 'refunded'
  // A refund of the whole amount gives an order the status "refunded". One of the hub says nothing about its units.
  const last = order.status === 'refunded' ? refunds.at(-1) : undefined
  const isOfShop =
    metaOf(order, META.cancelled) === undefined && (last === undefined || !isOfHub(last))
  if (!isOver || order.date_completed_gmt !== null || !isOfShop) return found
  const units = restOf(order, before.flatMap(unitsOf))
  if (units.length === 0) return found
  return [...found, { shopId: `${order.id}-${order.status}`, units }]
}

/** Units that the shop has shipped. */
export function shippedOf(state: OrderState): ShopUnits[] {
  return shipmentsOf(state)
    .filter(({ isVoided }) => !isVoided)
    .flatMap(({ units }) => units)
}

function shipmentsOf({ order, refunds, fulfilments }: OrderState): ShopShipment[] {
  const items = trackingOf(order)
  const parts = [
    ...fulfilments.filter(({ is_fulfilled }) => is_fulfilled).map(ofFulfilment),
    ...items.flatMap((item) => ofTracking(item, order)),
  ]
  if (order.date_completed_gmt === null) return parts
  const cancelled = refunds.filter((refund) => !isAfterCompletion(order, refund)).flatMap(unitsOf)
  const shipped = parts.filter(({ isVoided }) => !isVoided).flatMap(({ units }) => units)
  const units = restOf(order, [...cancelled, ...shipped])
  if (units.length === 0) return parts
  const tracking = items.find(({ units: own }) => own.length === 0)
  // The date of completion stays when people take the order back into work.
  const isVoided = ['pending', 'on-hold', 'processing'].includes(order.status)
  const completed = { shopId: `${order.id}-completed`, units, ...words(tracking) }
  return [...parts, isVoided ? { ...completed, isVoided } : completed]
}

function ofFulfilment(fulfilment: WooFulfilment): ShopShipment {
  const items = metaOf(fulfilment, '_items')
  const units = listOf(items).map((item) => ({
    shopLineId: textOf(item.item_id),
    quantity: Number(item.qty ?? 0),
  }))
  return {
    shopId: `fulfilment-${fulfilment.id}`,
    units,
    ...words({
      carrier: textOf(
        metaOf(fulfilment, '_provider_name') ?? metaOf(fulfilment, '_shipment_provider'),
      ),
      number: textOf(metaOf(fulfilment, '_tracking_number')),
      url: textOf(metaOf(fulfilment, '_tracking_url')),
    }),
    ...(fulfilment.date_deleted !== null && { isVoided: true }),
  }
}

interface Tracking {
  readonly id?: string
  readonly carrier: string
  readonly number: string
  readonly url: string
  /** Products with their units, where a plugin says which ones are in the parcel. */
  readonly units: readonly { readonly product: string; readonly quantity: number }[]
}

/** Tracking numbers of the plugins Shipment Tracking and Advanced Shipment Tracking, and of the single field that others use. */
function trackingOf(order: WooOrder): Tracking[] {
  const items = listOf(metaOf(order, '_wc_shipment_tracking_items')).map((item) => ({
    id: textOf(item.tracking_id),
    carrier: textOf(item.custom_tracking_provider) || textOf(item.tracking_provider),
    number: textOf(item.tracking_number),
    url: textOf(item.custom_tracking_link),
    units: listOf(item.products_list).map((one) => ({
      product: textOf(one.product),
      quantity: Number(one.qty ?? 0),
    })),
  }))
  const number = textOf(metaOf(order, '_tracking_number'))
  if (items.length > 0 || number === '') return items
  const carrier = textOf(metaOf(order, '_tracking_provider'))
  return [{ number, carrier, url: textOf(metaOf(order, '_tracking_link')), units: [] }]
}

/** The parcel of a plugin that names products. */
function ofTracking(item: Tracking, order: WooOrder): ShopShipment[] {
  const units: ShopUnits[] = item.units.flatMap(({ product, quantity }) => {
    const line = order.line_items.find(
      ({ product_id, variation_id }) => product === String(variation_id || product_id),
    )
    return line === undefined || quantity <= 0 ? [] : [{ shopLineId: String(line.id), quantity }]
  })
  if (units.length === 0) return []
  return [{ shopId: `tracking-${item.id || item.number}`, units, ...words(item) }]
}

function words(
  tracking: Pick<Tracking, 'carrier' | 'number' | 'url'> | undefined,
): Pick<ShopShipment, 'carrier' | 'trackingNumber' | 'trackingUrl'> {
  if (tracking === undefined) return {}
  return {
    ...(tracking.carrier !== '' && { carrier: tracking.carrier }),
    ...(tracking.number !== '' && { trackingNumber: tracking.number }),
    ...(/^https?:\/\//.test(tracking.url) && { trackingUrl: tracking.url }),
  }
}

/** Refunds after completion: of units that come back, or of an amount. */
export function returnsOf({ order, refunds }: OrderState): ShopReturn[] {
  return refunds
    .filter((refund) => !isOfHub(refund) && toMicros(refund.amount) > 0)
    .filter((refund) => isAfterCompletion(order, refund) || isOfAmount(order, refund))
    .map((refund) => ({
      shopId: `refund-${refund.id}`,
      shopOrderId: String(order.id),
      units: unitsOf(refund),
      refundInclVat: toNumber(toMicros(refund.amount), 2),
      ...(refund.reason !== '' && { reason: refund.reason }),
    }))
}

/** A part of the price is given back. The refund of all that the shop makes for the status "refunded" is a cancellation. */
function isOfAmount(order: WooOrder, refund: WooRefund): boolean {
  return unitsOf(refund).length === 0 && order.status !== 'refunded'
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'object' && item !== null)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
