/** The rules of synchronisation with maps around them instead of a database: those that the hub runs, not a copy. */
import { applyStep, type ChannelRecords } from '../src/channels/copy/apply.ts'
import {
  type Acknowledgement,
  enqueue,
  examine,
  isOfferPending,
  type Listing,
  newListing,
  pendingData,
  type Queue,
  reset,
  serveData,
  serveOffer,
} from '../src/channels/copy/listing.ts'
import type { Rejection } from '../src/channels/copy/schema.ts'
import type { Target } from '../src/channels/copy/target.ts'
import type { AcknowledgedItems, Feed, Hub, Polled, View, Wish } from './sync-world.ts'

/** Deliberate issues, to see that the model finds them. */
export interface Issues {
  /** Changes what is served. */
  readonly serve?: (listing: Listing) => Listing
  /** Changes what came of an acknowledgement. */
  readonly put?: (before: Listing, after: Listing) => Listing
  readonly acknowledgement?: (acknowledgement: Acknowledgement) => Acknowledgement
  readonly lastUse?: (lastUse: number | undefined) => number | undefined
}

export class PureHub implements Hub, Queue, ChannelRecords {
  readonly now = '2026-01-01T00:00:00Z'
  readonly #issues: Issues
  readonly #wishes = new Map<string, Wish>()
  readonly #listings = new Map<string, Listing>()
  readonly #lastUses = new Map<string, number>()
  #isOffersInData = false
  #selection: ReadonlySet<string> | null = null
  #places = 0
  #lastAnswer = 0

  constructor(issues: Issues = {}) {
    this.#issues = issues
  }

  nextPlace(): number {
    this.#places += 1
    return this.#places
  }

  async setProducts(change: Readonly<Record<string, Partial<Wish>>>): Promise<void> {
    for (const [reference, wish] of Object.entries(change)) {
      this.#wishes.set(reference, { ...this.#wishes.get(reference), ...wish } as Wish)
    }
  }

  async setOffersInData(isOn: boolean): Promise<void> {
    this.#isOffersInData = isOn
  }

  async setSelection(references: readonly string[]): Promise<void> {
    this.#selection = new Set(references)
  }

  async reset(): Promise<void> {
    for (const listing of this.#listings.values()) this.#store(reset(listing, this.#lastAnswer))
  }

  async poll(feed: Feed, maxCount: number): Promise<Polled> {
    for (const reference of this.#wishes.keys()) this.#examine(reference)
    const placeOf = (listing: Listing) => (feed === 'data' ? listing.dataPlace : listing.offerPlace)
    const chosen = [...this.#listings.values()]
      .flatMap((listing) => ({ listing, ...placeOf(listing) }))
      .filter((entry): entry is typeof entry & { place: number; times: number } => 'place' in entry)
      .sort((a, b) => a.times - b.times || a.place - b.place)
      .slice(0, maxCount)
      .map(({ listing }) => listing)
    this.#lastAnswer += 1
    const isWithOffer = feed === 'data' && this.#isOffersInData
    for (const found of chosen) {
      const listing = this.#issues.serve?.(found) ?? found
      const served =
        feed === 'data'
          ? serveData(listing, this.#lastAnswer, isWithOffer)
          : serveOffer(listing, this.#lastAnswer)
      this.#store(served)
    }
    const viewsOf = (kind: ReturnType<typeof pendingData>) =>
      feed === 'data' ? chosen.filter((one) => pendingData(one) === kind).map(this.#toView) : []
    return {
      token: JSON.stringify([this.#lastAnswer, isWithOffer]),
      create: viewsOf('create'),
      update: viewsOf('update'),
      remove: viewsOf('remove'),
      offers: feed === 'offers' ? chosen.map((listing) => this.#toOffer(listing)) : [],
    }
  }

  #toView = (listing: Listing): View => {
    const { brand, price } = this.#wishes.get(listing.reference) as Wish
    return {
      MerchantProductReference: listing.reference,
      ChannelProductReference: listing.channelReference,
      Brand: brand,
      ...(this.#isOffersInData && { Price: price }),
    }
  }

  #toOffer(listing: Listing): View {
    const { price } = this.#wishes.get(listing.reference) as Wish
    return {
      MerchantProductReference: listing.reference,
      ChannelProductReference: listing.channelReference,
      Price: price,
    }
  }

  async acknowledge(
    acknowledged: AcknowledgedItems,
    token: string | undefined,
  ): Promise<readonly Rejection[]> {
    const [answer, withOffer] = token === undefined ? [undefined, false] : JSON.parse(token)
    const given = { answer, withOffer, lastAnswer: this.#lastAnswer }
    const acknowledgement = this.#issues.acknowledgement?.(given) ?? given
    for (const { MerchantReference } of acknowledged.Created) this.#examine(MerchantReference)
    const removed = new Set(acknowledged.Removed)
    const listed = (list: 'Updated' | 'Removed' | 'Offers', references: Iterable<string>) =>
      [...new Set(references)].map((channelReference) => ({ list, channelReference }))
    const steps = [
      ...acknowledged.Created.map(({ MerchantReference, ChannelReference }) => ({
        list: 'Created' as const,
        channelReference: ChannelReference,
        merchantReference: MerchantReference,
      })),
      ...listed(
        'Updated',
        acknowledged.Updated.filter((reference) => !removed.has(reference)),
      ),
      ...listed('Removed', removed),
      ...listed('Offers', acknowledged.Offers),
    ]
    return steps.flatMap((step) => applyStep(this, step, acknowledgement) ?? [])
  }

  listingOf(reference: string): Listing | undefined {
    return this.#listings.get(reference)
  }

  listingAt(channelReference: string): Listing | undefined {
    return [...this.#listings.values()].find((one) => one.channelReference === channelReference)
  }

  lastUseOf(channelReference: string): number | undefined {
    const lastUse = this.#lastUses.get(channelReference)
    return this.#issues.lastUse ? this.#issues.lastUse(lastUse) : lastUse
  }

  put(listing: Listing): void {
    const before = this.#listings.get(listing.reference) as Listing
    this.#store(this.#issues.put?.(before, listing) ?? listing)
  }

  markUsed(channelReference: string, lastAnswer: number): void {
    this.#lastUses.set(channelReference, lastAnswer)
  }

  #examine(reference: string): void {
    const wish = this.#wishes.get(reference)
    if (wish === undefined) return
    const { brand, price, isActive } = wish
    const isSelected = this.#selection === null || this.#selection.has(reference)
    const target: Target = {
      isWanted: isActive && isSelected,
      data: `${brand}${this.#isOffersInData ? price : ''}`,
      offer: String(price),
    }
    const known = this.#listings.get(reference)
    this.#store(known ? examine(known, target) : newListing(reference, target))
  }

  #store(listing: Listing): void {
    const queued = enqueue(listing, this)
    // What could be sent of it is decided from the listing alone.
    if ((queued.dataPlace === null) !== (pendingData(queued) === null)) throw new Error('queue')
    if ((queued.offerPlace === null) === isOfferPending(queued)) throw new Error('queue')
    this.#listings.set(listing.reference, queued)
  }
}
