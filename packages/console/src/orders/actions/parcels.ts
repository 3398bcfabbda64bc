/** The parcels of a shipment that is being prepared. Pure but for new references. */
import type { Order } from '../order.ts'
import { allUnits, inStockOf, type Line, linesWith, type UnitsByLine } from '../units.ts'
import { recordReference } from './references.ts'

/** One parcel. */
export interface Parcel {
  readonly reference: string
  readonly carrier: string
  readonly tracking: string
  readonly link: string
  readonly units: UnitsByLine
  /** Whether the hub has confirmed it. */
  readonly isSent: boolean
}

/** A parcel with the units that no other parcel contains. Those in backorder are proposed only if no others are open: they wait for stock. */
export function newParcel(order: Order, others: readonly Parcel[]): Parcel {
  const units = allUnits(order.Lines, (line) => leftFor(line, others, inStockOf(line)))
  const hasUnits = Object.values(units).some((count) => count > 0)
  return {
    reference: recordReference(order.MerchantReference ?? String(order.Id), 'S'),
    carrier: others.at(-1)?.carrier ?? '',
    tracking: '',
    link: '',
    units: hasUnits ? units : allUnits(order.Lines, (line) => leftFor(line, others)),
    isSent: false,
  }
}

/**
 * Open units of a line that none of the parcels contains. Sent parcels are part of the line already.
 *
 * @param available of the open units, those that may be packed
 */
export function leftFor(
  line: Line,
  parcels: readonly Parcel[],
  available = line.OpenQuantity,
): number {
  const waiting = parcels.filter(({ isSent }) => !isSent)
  const packed = waiting.reduce((sum, { units }) => sum + (units[line.Id] ?? 0), 0)
  return Math.max(0, available - packed)
}

/** Whether a parcel contains anything. */
export function isFilled({ units }: Parcel): boolean {
  return Object.values(units).some((count) => count > 0)
}

/** The call that ships a parcel. */
export function shipmentOf(order: Order, parcel: Parcel) {
  return {
    MerchantShipmentReference: parcel.reference,
    MerchantOrderReference: order.MerchantReference ?? '',
    Method: parcel.carrier.trim() || null,
    TrackTraceNo: parcel.tracking.trim() || null,
    TrackTraceUrl: parcel.link.trim() || null,
    Lines: linesWith(order.Lines, parcel.units),
  }
}
