/** What stands on packing slips. Pure. */
import { formatNumber } from '../../components/values/language.ts'
import type { Order } from '../order.ts'
import { type Shipment, shownParcels } from '../shipments.ts'
import { isLeftOut } from './pick-list.ts'

/** A packing slip: of what is to be packed for an order, or of a parcel that was sent. */
export interface Slip {
  readonly order: Order
  /** Undefined before the order is shipped. */
  readonly parcel?: SlipParcel
  readonly rows: readonly SlipRow[]
}

interface SlipParcel {
  readonly shipment: string
  readonly number: number
  readonly count: number
  readonly carrier: string | null
  readonly tracking: string | null
}

interface SlipRow {
  readonly reference: string
  readonly ordered: number
  /** To pack, or in the parcel. */
  readonly units: number
}

/** The packing slip of the open units of an order. One that must not be packed has none. */
export function openSlip(order: Order): Slip {
  const rows = order.Lines.map((line) => ({
    reference: line.MerchantProductReference,
    ordered: line.Quantity,
    units: order.Status === 'CLOSED' || isLeftOut(order) ? 0 : line.OpenQuantity,
  }))
  return { order, rows }
}

/** The packing slips of several orders: of those with units to pack. A sheet without any would be packed as an empty parcel. */
export function openSlips(orders: readonly Order[]): readonly Slip[] {
  return orders.map(openSlip).filter(({ rows }) => rows.some(({ units }) => units > 0))
}

/** Says how many orders have no packing slip, because all of their units are shipped or cancelled; undefined if each has one. */
export function sayNothingToPack(orders: readonly Order[]): string | undefined {
  const count = orders.filter((order) => !isLeftOut(order)).length - openSlips(orders).length
  if (count === 0) return undefined
  return count === 1
    ? '1 order is left out, because it has no units to pack. Its shipments have packing slips of their own.'
    : `${formatNumber(count)} orders are left out, because they have no units to pack. Their shipments have packing slips of their own.`
}

/**
 * The packing slips of the parcels of a shipment. A parcel of which nobody has said what it contains has all units of the shipment.
 *
 * @param only the number of a parcel; left out: all of them
 */
export function parcelSlips(order: Order, shipment: Shipment, only?: number): readonly Slip[] {
  const parcels = shownParcels(shipment, order)
  const [{ contents: all = [] } = {}] = shownParcels({ ...shipment, Parcels: [] }, order)
  const slips = parcels.map(({ contents, Method, TrackTraceNo }, index) => ({
    order,
    parcel: {
      shipment: shipment.MerchantShipmentReference,
      number: index + 1,
      count: parcels.length,
      carrier: Method,
      tracking: TrackTraceNo,
    },
    rows: (contents ?? all).map(({ reference, units }) => ({
      reference,
      ordered: orderedOf(order, reference),
      units,
    })),
  }))
  return only === undefined ? slips : slips.filter(({ parcel }) => parcel.number === only)
}

function orderedOf({ Lines }: Order, reference: string): number {
  const lines = Lines.filter((line) => line.MerchantProductReference === reference)
  return lines.reduce((all, { Quantity }) => all + Quantity, 0)
}
