/** Shipments of the hub in orders of the shop, which has none: a list in the meta data, tracking numbers of the usual plugins, and a note. */
import type { Schemas } from '@entrepot/client'
import type { ShopUnits } from '../../../adapter/merchant.ts'
import { META, metaOf, type WooMeta, type WooOrder } from '../api/wire.ts'

/** The list of the plugins Shipment Tracking and Advanced Shipment Tracking. */
const TRACKING = '_wc_shipment_tracking_items'

type Shipment = Schemas['ShipmentResponse']

export interface SentShipment {
  readonly mark: string
  readonly units: readonly ShopUnits[]
}

export function sentShipments(order: WooOrder): SentShipment[] {
  const value = metaOf(order, META.shipments)
  if (!Array.isArray(value)) return []
  return value.map(({ mark, units }) => ({
    mark: String(mark),
    units: (Array.isArray(units) ? units : []).map((unit) => ({
      shopLineId: String(unit.shopLineId),
      quantity: Number(unit.quantity),
    })),
  }))
}

interface Parcel {
  readonly carrier: string
  readonly number: string
  readonly url: string
}

function parcelsOf(shipment: Shipment): Parcel[] {
  const method = shipment.Method ?? shipment.ShipmentMethod?.Name ?? ''
  const all = shipment.Parcels.length > 0 ? shipment.Parcels : [shipment]
  return all.map((one) => ({
    carrier: one.Method ?? method,
    number: one.TrackTraceNo ?? '',
    url: one.TrackTraceUrl ?? '',
  }))
}

/**
 * For the plugins that show tracking numbers to buyers and in mails. The number of a shipment can come later, or change.
 *
 * @returns undefined if the order has them
 */
export function trackingItems(order: WooOrder, shipment: Shipment): WooMeta[] | undefined {
  const id = `entrepot${shipment.Id}`
  const shippedAt = Math.floor(Date.parse(shipment.CreatedAt) / 1000)
  const items = parcelsOf(shipment)
    .filter(({ number }) => number !== '')
    .map(({ carrier, number, url }, index) => ({
      tracking_provider: '',
      custom_tracking_provider: carrier,
      custom_tracking_link: url,
      tracking_number: number,
      date_shipped: String(shippedAt),
      tracking_id: `${id}-${index}`,
    }))
  const value = metaOf(order, TRACKING)
  const all: readonly { readonly tracking_id?: unknown }[] = Array.isArray(value) ? value : []
  const isOwn = (one: (typeof all)[number]) => String(one.tracking_id).startsWith(`${id}-`)
  if (JSON.stringify(all.filter(isOwn)) === JSON.stringify(items)) return undefined
  return [{ key: TRACKING, value: [...all.filter((one) => !isOwn(one)), ...items] }]
}

/** What people and, if wanted, the buyer read. */
export function noteOf(shipment: Shipment): string {
  const parcels = parcelsOf(shipment).map(({ carrier, number, url }) =>
    [carrier && `with ${carrier}`, number, url].filter(Boolean).join(' '),
  )
  const units = shipment.Lines.reduce((sum, { Quantity }) => sum + Quantity, 0)
  const what = units === 1 ? '1 piece was shipped' : `${units} pieces were shipped`
  return (
    `${what} ${parcels.filter(Boolean).join('; ')}`.trim() +
    ` (${shipment.MerchantShipmentReference}).`
  )
}
