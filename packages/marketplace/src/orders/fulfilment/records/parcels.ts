/**
 * The parcels of shipments. A shipment stores the tracking of its first parcel in fields of its own, as clients that know only one parcel write
 * and read it. Pure.
 */
import { type Issue, type Refusal, refuseIssues } from '../../../kit/shared/errors.ts'
import { trackingPage } from './carriers.ts'
import type { Details } from './draft.ts'
import { createFinder, type FindLine } from './find-line.ts'
import { PARCEL_TRACKING, type RequestedParcel } from './schema.ts'
import type { FulfilmentLine } from './store.ts'

/** A line of a parcel, as it is stored and answered. */
interface ParcelLine {
  readonly MerchantOrderLineReference: string | null
  readonly ChannelOrderLineReference: string
  readonly Quantity: number
}

type Tracking = Readonly<Record<(typeof TRACKING_NAMES)[number], unknown>>

/** A parcel in an answer. */
export type Parcel = Tracking & { readonly Lines: readonly ParcelLine[] }

const TRACKING_NAMES = Object.keys(PARCEL_TRACKING) as (keyof typeof PARCEL_TRACKING)[]

/**
 * Returns the details of a shipment after a request: its values replace the stored ones, and so does its list of parcels.
 *
 * @param given the values of the request that the shipment only carries
 * @param parcels of the request; empty if it does not contain any
 * @param lines of the shipment
 * @returns a refusal if a parcel contains what the shipment does not, or if the first one has another tracking than `given`
 * @example
 * packParcels({}, {}, [{ TrackTraceNo: '3S1' }, { TrackTraceNo: '3S2' }], lines)
 * // { TrackTraceNo: '3S1', Parcels: [{ Lines: [] }, { TrackTraceNo: '3S2', ..., Lines: [] }] }
 */
export function packParcels(
  stored: Details,
  given: Details,
  parcels: readonly RequestedParcel[],
  lines: readonly FulfilmentLine[],
): Details | Refusal {
  const [first, ...others] = parcels
  if (first === undefined) return { ...stored, ...given }
  const find = createFinder(lines)
  const issues = [...trackingIssues(first, given), ...parcels.flatMap(lineIssues(find))]
  if (issues.length > 0) return refuseIssues(issues)
  const tracking = Object.entries(trackingOf({ ...given, ...withoutNulls(first) }))
  const kept = Object.entries({ ...stored, ...given }).filter(([name]) => !isTracking(name))
  return {
    ...Object.fromEntries([...kept, ...tracking.filter(([, value]) => value !== null)]),
    Parcels: [
      { Lines: linesOf(first, find) },
      ...others.map((parcel) => ({ ...trackingOf(parcel), Lines: linesOf(parcel, find) })),
    ],
  }
}

/** Returns the parcels of a shipment from its details. Empty if it has neither parcels nor tracking. */
export function parcelsOf(details: Details): readonly Parcel[] {
  const [first, ...others] = (details.Parcels ?? []) as readonly Parcel[]
  if (first === undefined && !TRACKING_NAMES.some((name) => Object.hasOwn(details, name))) return []
  return [{ ...trackingOf(details), Lines: first?.Lines ?? [] }, ...others]
}

/** Returns the parcels of a shipment, each with the page on which it can be followed. */
export function answeredParcels(details: Details) {
  return parcelsOf(details).map((parcel) => ({ ...parcel, TrackingPage: trackingPage(parcel) }))
}

function isTracking(name: string): boolean {
  return Object.hasOwn(PARCEL_TRACKING, name)
}

function trackingOf(values: Details): Tracking {
  return Object.fromEntries(TRACKING_NAMES.map((name) => [name, values[name] ?? null])) as Tracking
}

function withoutNulls(values: Details): Details {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? null) !== null))
}

/** The tracking of a shipment is that of its first parcel, so both cannot be given with different values. */
function trackingIssues(first: Details, given: Details): readonly Issue[] {
  return Object.keys(withoutNulls(first))
    .filter((name) => isTracking(name) && Object.hasOwn(given, name) && given[name] !== first[name])
    .map((name) => ({
      path: `/Parcels/0/${name}`,
      message: `must be ${JSON.stringify(given[name])}, the ${name} of the shipment, or be left out at one of them`,
    }))
}

/** Each line of a parcel is a line of the shipment, named once, with at most its units. */
function lineIssues(find: FindLine<FulfilmentLine>) {
  return ({ Lines }: RequestedParcel, number: number): readonly Issue[] => {
    const seen = new Set<number>()
    return (Lines ?? []).flatMap((named, index) => {
      const path = `/Parcels/${number}/Lines/${index}`
      const line = find(named)
      if (line === undefined) return [{ path, message: 'is not a line of this shipment' }]
      if (seen.has(line.lineId)) return [{ path, message: 'is named more than once in its parcel' }]
      seen.add(line.lineId)
      if (named.Quantity <= line.quantity) return []
      const message = `must be at most ${line.quantity}, the units of the line in this shipment`
      return [{ path: `${path}/Quantity`, message }]
    })
  }
}

function linesOf(
  { Lines }: RequestedParcel,
  find: FindLine<FulfilmentLine>,
): readonly ParcelLine[] {
  return (Lines ?? []).map((named) => {
    const line = find(named) as FulfilmentLine
    return {
      MerchantOrderLineReference: line.merchantReference,
      ChannelOrderLineReference: line.channelReference,
      Quantity: named.Quantity,
    }
  })
}
