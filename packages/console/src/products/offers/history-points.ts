/** The price that a channel was to be offered over time, as points of a line. Pure. */
import type { Cause } from '../../channels/offers/causes.ts'
import type { Listing } from '../differences.ts'
import type { OfferChange, PriceChange } from './queries.ts'

/** A change of a price, or of what a channel was to be offered. A price has no units of its own. */
export interface ShownChange extends Pick<OfferChange, 'OccurredAt' | 'Cause' | 'Actor'> {
  readonly Before: ShownOffer
  readonly After: ShownOffer
}

type ShownOffer = Pick<OfferChange['After'], 'Price' | 'IsOffered'> & {
  readonly Stock: number | undefined
}

/** Changes of the price of a product, to be shown as those of channels are. */
export function ofProduct(changes: readonly PriceChange[]): readonly ShownChange[] {
  const offer = (Price: number | null) => ({ Price, Stock: undefined, IsOffered: true })
  return changes.map(({ Before, After, ...change }) => ({
    ...change,
    Before: offer(Before),
    After: offer(After),
  }))
}

/**
 * Whether the history lacks what the channel would get now: the hub records a change when it next compares the products of the channel. Without a
 * change in the history, that is what the channel has confirmed.
 *
 * @param history newest first, as the hub answers it
 */
export function lacksChange(
  [last]: readonly Pick<OfferChange, 'After'>[],
  { ConfirmedOffer, CurrentOffer }: Pick<Listing, 'ConfirmedOffer' | 'CurrentOffer'>,
): boolean {
  if (CurrentOffer === null || (last === undefined && ConfirmedOffer === null)) return false
  const known = last?.After ?? ConfirmedOffer
  const isOffered = last?.After.IsOffered ?? true
  return !isOffered || known?.Price !== CurrentOffer.Price || known.Stock !== CurrentOffer.Stock
}

/** A point of the line. */
export interface PricePoint {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null while the product was not offered, or had no price. */
  readonly price: number | null
  /** Why the price became this one; undefined before the first change, and now. */
  readonly cause: Cause | undefined
}

/**
 * The points of a line that goes in steps: the price before the first change, each change of the price, and the price now. Changes of the stock
 * alone are left out. Empty without a change.
 *
 * @param history newest first, as the hub answers it
 */
export function pricePoints(history: readonly ShownChange[], now: number): readonly PricePoint[] {
  const priceOf = ({ Price, IsOffered }: ShownOffer) => (IsOffered ? Price : null)
  const changes = history
    .filter(({ Before, After }) => priceOf(Before) !== priceOf(After))
    .toReversed()
  const [first] = changes
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return []
  const start = Date.parse(first.OccurredAt)
  return [
    // A little before, so that the first step can be seen.
    {
      at: start - Math.max(60_000, (now - start) * 0.05),
      price: priceOf(first.Before),
      cause: undefined,
    },
    ...changes.map(({ OccurredAt, After, Cause }) => ({
      at: Date.parse(OccurredAt),
      price: priceOf(After),
      cause: Cause,
    })),
    { at: now, price: priceOf(last.After), cause: undefined },
  ]
}
