/** What the parcels of a shipment contain. Pure. */
import type { Output } from '@entrepot/client'
import type { Order } from './order.ts'

/** A shipment as the hub answers it. */
export type Shipment = Output<'listShipments'>[number]
type Parcel = Shipment['Parcels'][number]

/** A parcel as it is shown. */
export interface ShownParcel extends Pick<Parcel, 'TrackTraceNo' | 'TrackingPage' | 'Method'> {
  /** Undefined if it is not known which of the units of the shipment it contains. */
  readonly contents: readonly PackedLine[] | undefined
}

/** Units of a product. */
export interface PackedLine {
  readonly reference: string
  readonly units: number
}

const UNTRACKED = { TrackTraceNo: null, TrackingPage: null, Method: null }

/** The parcels of a shipment. One without parcels was sent as one, without tracking; a single parcel contains all units. */
export function shownParcels(
  shipment: Pick<Shipment, 'Parcels' | 'Lines'>,
  { Lines: lines }: { readonly Lines: readonly LineName[] },
): readonly ShownParcel[] {
  const products = new Map(lines.map((line) => [line.ChannelReference, line]))
  const packed = (named: Shipment['Lines']) =>
    named.map(({ ChannelOrderLineReference: name, Quantity }) => ({
      reference: products.get(name)?.MerchantProductReference ?? name,
      units: Quantity,
    }))
  const { Parcels: parcels, Lines: all } = shipment
  if (parcels.length === 0) return [{ ...UNTRACKED, contents: packed(all) }]
  return parcels.map(({ Lines, TrackTraceNo, TrackingPage, Method }) => {
    const isWhole = Lines.length === 0 && parcels.length === 1
    const isKnown = Lines.length > 0 || isWhole
    const contents = isKnown ? packed(isWhole ? all : Lines) : undefined
    return { TrackTraceNo, TrackingPage, Method, contents }
  })
}

type LineName = Pick<Order['Lines'][number], 'ChannelReference' | 'MerchantProductReference'>

/** The tracking of a parcel while it is changed. */
export interface TrackingDraft {
  readonly carrier: string
  readonly tracking: string
  readonly link: string
}

/** The tracking of each parcel of a shipment, to be changed. */
export function draftsOf({
  Parcels: parcels,
}: Pick<Shipment, 'Parcels'>): readonly TrackingDraft[] {
  const drafts = parcels.map(({ Method, TrackTraceNo, TrackTraceUrl }) => ({
    ...{ carrier: Method ?? '', tracking: TrackTraceNo ?? '', link: TrackTraceUrl ?? '' },
  }))
  return drafts.length > 0 ? drafts : [{ carrier: '', tracking: '', link: '' }]
}

/** The call that changes the tracking: all parcels, each with the units that it has. */
export function changeOf(
  { Parcels: parcels }: Pick<Shipment, 'Parcels'>,
  drafts: readonly TrackingDraft[],
) {
  return {
    Parcels: drafts.map(({ carrier, tracking, link }, index) => {
      const lines = parcels[index]?.Lines ?? []
      return {
        Method: carrier.trim() || null,
        TrackTraceNo: tracking.trim() || null,
        TrackTraceUrl: link.trim() || null,
        ...(lines.length > 0 && {
          Lines: lines.map(({ ChannelOrderLineReference, Quantity }) => {
            return { ChannelOrderLineReference, Quantity }
          }),
        }),
      }
    }),
  }
}
