/** What a channel has confirmed last of a product. Only what people read depends on it. Pure. */
import { ABSENT, type Copy } from './copy.ts'

/** The versions that were last certain to be at the channel. It may have got others since. */
export interface Confirmed {
  /** The fingerprint of the data. Null if the channel has confirmed none. */
  readonly data: string | null
  /** ISO 8601. Null if it is not known when. */
  readonly dataAt: string | null
  /** Price and stock, as JSON. Null if the channel has confirmed none. */
  readonly offer: string | null
  readonly offerAt: string | null
}

/** A channel that does not have the product. */
export const NOT_CONFIRMED: Confirmed = Object.freeze({
  data: null,
  dataAt: null,
  offer: null,
  offerAt: null,
})

/** The part of a listing that events change. */
interface Known {
  readonly channelReference: string | null
  readonly data: Copy
  readonly offer: Copy
  readonly confirmed: Confirmed
}

/** Records in the listing after an event what the event has confirmed. */
export function confirm<T extends Known>(before: T, after: T, now: string): T {
  if (after.channelReference === null) {
    return before.channelReference === null ? after : { ...after, confirmed: NOT_CONFIRMED }
  }
  const isData = isConfirmation(before.data, after.data)
  const isOffer = isConfirmation(before.offer, after.offer)
  if (!isData && !isOffer) return after
  return {
    ...after,
    confirmed: {
      ...after.confirmed,
      ...(isData && { data: versionOf(after.data), dataAt: now }),
      ...(isOffer && { offer: versionOf(after.offer), offerAt: now }),
    },
  }
}

/** Whether an acknowledgement has settled the copy, or has confirmed it again. */
function isConfirmation(before: Copy, after: Copy): boolean {
  if (!after.isSettled) return false
  return (
    !before.isSettled || after.version !== before.version || after.open.length < before.open.length
  )
}

/** The version of a copy without what distinguishes a creation. */
function versionOf({ version }: Copy): string | null {
  if (version === null || version === ABSENT) return null
  return version.startsWith('+') ? version.slice(1) : version
}

type Versions = Pick<Known, 'data' | 'confirmed'>

/** A listing as it was read, and as it will be stored; with the data of the product if it is loaded. */
interface Change {
  readonly before: Versions | null
  readonly listing: Versions & { readonly reference: string }
  readonly seen: { readonly data: unknown } | null
}

/** Data of products to store or to remove, each by the product and its version. */
export interface DataChanges {
  readonly added: readonly (DataName & { readonly data: unknown })[]
  readonly removed: readonly DataName[]
}

interface DataName {
  readonly reference: string
  readonly version: string
}

/** The data that listings name from now on, and those that they no longer name: kept are those that were served or confirmed last. */
export function dataChanges(changes: readonly Change[]): DataChanges {
  const added: DataChanges['added'][number][] = []
  const removed: DataName[] = []
  for (const { before, listing, seen } of changes) {
    const { reference } = listing
    const served = versionOf(listing.data)
    const kept = versionsOf(listing)
    const had = before ? versionsOf(before) : []
    if (served !== null && seen !== null && !had.includes(served)) {
      added.push({ reference, version: served, data: seen.data })
    }
    for (const version of new Set(had)) {
      if (!kept.includes(version)) removed.push({ reference, version })
    }
  }
  return { added, removed }
}

function versionsOf({ data, confirmed }: Versions): readonly string[] {
  return [versionOf(data), confirmed.data].filter((version) => version !== null)
}
