/** The parcels of a shipment that is being prepared. Pure but for new references. */
import type { Order } from '../order.ts'
import { hasUnits, type Line, linesWith, nextUnits, type UnitsByLine } from '../units.ts'
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

/** A parcel with the units that no other parcel contains, as the packing slip has them. */
export function newParcel(order: Order, others: readonly Parcel[]): Parcel {
  return {
    reference: recordReference(order.MerchantReference ?? String(order.Id), 'S'),
    carrier: others.at(-1)?.carrier ?? '',
    tracking: '',
    link: '',
    units: nextUnits(order.Lines, (line) => packedIn(others, line)),
    isSent: false,
  }
}

/** Open units of a line that none of the parcels contains. */
export function leftFor(line: Line, parcels: readonly Parcel[]): number {
  return Math.max(0, line.OpenQuantity - packedIn(parcels, line))
}

/** Units of a line in parcels. Sent parcels are part of the line already. */
function packedIn(parcels: readonly Parcel[], { Id }: Line): number {
  const waiting = parcels.filter(({ isSent }) => !isSent)
  return waiting.reduce((sum, { units }) => sum + (units[Id] ?? 0), 0)
}

/** Whether a parcel contains anything. */
export function isFilled({ units }: Parcel): boolean {
  return hasUnits(units)
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
