/** What stands on packing slips. Pure. */
import type { Order } from '../order.ts'
import { type Shipment, shownParcels } from '../shipments.ts'
import { missingOf } from '../units.ts'
import { isLeftOut, packedOf, sayNothingToPack, unitsToPack } from './pick-list.ts'

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
  /** Those of the units for which the stock does not suffice. None of a parcel that was sent. */
  readonly missing?: number
}

/** The packing slip of the units of an order that are to be packed. */
export function openSlip(order: Order): Slip {
  const units = unitsToPack(order)
  const rows = order.Lines.map((line) => {
    const toPack = units[line.Id] ?? 0
    const missing = missingOf(line, toPack)
    return {
      reference: line.MerchantProductReference,
      ordered: line.Quantity,
      units: toPack,
      ...(missing > 0 && { missing }),
    }
  })
  return { order, rows }
}

/** The packing slips of several orders: of those with units to pack. A sheet without any would be packed as an empty parcel. */
export function openSlips(orders: readonly Order[]): readonly Slip[] {
  return packedOf(orders).map(openSlip)
}

/** Why a single order has no packing slip; undefined if it has one. */
export function whyNoSlip(order: Order): string | undefined {
  if (isLeftOut(order)) return 'The order needs a correction before it can be packed.'
  return packedOf([order]).length > 0
    ? undefined
    : 'The order has no units to pack. Packing slips of its shipments are on the order page.'
}

/** Says which orders have no packing slip, because none of their units is to be packed; undefined if each has one. */
export function saySlipless(orders: readonly Order[]): string | undefined {
  const reason = sayNothingToPack(orders)
  return reason && `${reason} Packing slips of shipments are on the order page.`
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
